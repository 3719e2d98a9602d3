import type { Journal } from "../journal.ts";
import type { Site } from "../site/site.ts";
import type { World } from "../client.ts";

/** What an installation is made on. */
export type Ground = {
  readonly dataDir: string;
  /** A folder beside it, for what is no part of the installation. */
  readonly beside: string;
  readonly random: () => number;
  /** Of the API that answers. */
  readonly upstreams: readonly number[];
  /** What is done when the round is over, the last first. */
  readonly atEnd: (undo: () => Promise<void> | void) => void;
};

/** While people work. */
export type During = {
  readonly site: Site;
  readonly world: World;
  readonly goesOn: () => boolean;
  /** One for each of the people, who write in it as they go. */
  readonly journals: readonly Journal[];
  /** Ids of things with which the disturbance itself works. */
  readonly others: string[];
  /** The position before they began. */
  readonly since: string;
};

/** An installation that runs, and what is done to it. */
export type Disturbed = {
  readonly site: Site;
  /** Answers that mean "not now" here, besides 202, 409 and 503. */
  readonly alsoLater?: readonly number[];
  /** Runs may end without rows. They say so. */
  readonly runsMayFail?: boolean;
  /** Ends with every process up, once people stop. */
  readonly disturb: (during: During) => Promise<void>;
  /** What is wrong besides, one sentence each, when all work has ended. */
  readonly faults?: (during: During) => Promise<readonly string[]>;
};

/** A kind of thing that happens to installations. */
export type Disturbance = {
  readonly name: string;
  readonly does: string;
  /** A sentence why it cannot be done here (`hasMounts`), or null. */
  readonly refused?: () => string | null;
  /** Makes an installation and starts it. */
  readonly begin: (ground: Ground) => Promise<Disturbed>;
};
