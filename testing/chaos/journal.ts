/** The rows that a table must have: how many there are of each word. */
export type Words = Map<string, number>;

/** What clients were told, and what must follow from it. */
export type Journal = {
  /**
   * The events that acknowledged calls have written, as `effectOf` names them. Each is in the log as often as it is
   * here.
   */
  readonly effects: string[];
  /** By the id of a dataset or an instance. */
  readonly words: Map<string, Words>;
  /** Answers that no call may have here, each as a sentence. */
  readonly faults: string[];
  /** Calls that were acknowledged. */
  calls: number;
  /** Requests that had to be sent again. */
  repeats: number;
};

/** The types of events of which each acknowledged call writes its own. */
export const EFFECTS = [
  "DatasetCreated",
  "DatasetVersionRequested",
  "DatasetLoaded",
  "DraftCreated",
  "DraftPublished",
  "ConnectorVersionPublished",
  "InstanceActivated",
  "InstanceRemoved",
  "RunSucceeded",
  "RunPartlySucceeded",
  "RunFailed",
  "RunCancelled",
  "RunAbandoned",
  "AccessGranted",
  "AccessRemoved",
] as const;

/** `userId`: of an access, whose it is. */
export function effectOf(type: (typeof EFFECTS)[number], stream: string, userId?: string): string {
  return userId === undefined ? `${type} ${stream}` : `${type} ${stream} ${userId}`;
}

export function emptyJournal(): Journal {
  return { effects: [], words: new Map(), faults: [], calls: 0, repeats: 0 };
}
