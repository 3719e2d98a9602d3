import type { Ports } from "../ports.ts";

/** The next ids of what belongs to a user, in their order after one of them; empty at the end. */
type NextIds = (userId: string, after: string) => Promise<readonly string[]>;

/** What a user has, as the read models know it. What waits for others to leave it counts as given away. */
export type Belongings = {
  readonly instances: NextIds;
  readonly connectors: NextIds;
  readonly datasets: NextIds;
  /** Datasets that the user may read by a grant. */
  readonly accesses: NextIds;
  /** Datasets to which the user asks for access. */
  readonly requests: NextIds;
  readonly drafts: NextIds;
  /** Saved charts. */
  readonly dataApps: NextIds;
  /** Posts that the user likes. */
  readonly likes: NextIds;
};

/** The files of items. */
export type ItemFiles = { removeOf(itemId: string): Promise<void> };

/** What is kept of a user beside the log. */
export interface PersonalRows {
  /** Removes it. `emails`: the addresses that the user had; mails to them are removed too. */
  remove(userId: string, emails: readonly string[]): Promise<void>;
  /**
   * Removes the texts with these hashes that no draft of somebody else uses. Drafts of the user do not count: the read
   * model may still have one that was just discarded.
   */
  removeTexts(userId: string, hashes: readonly string[]): Promise<void>;
}

export type ErasePorts = Pick<
  Ports,
  "log" | "clock" | "ids" | "vault" | "sessions" | "tokens" | "accessKeys" | "jobs"
> & {
  readonly belongings: Belongings;
  readonly files: ItemFiles;
  readonly personalRows: PersonalRows;
  /** Waits until the read models know the whole log; false if they do not in time. */
  readonly modelsSettled: () => Promise<boolean>;
};
