/** What somebody types to register. */
export type Account = { readonly name: string; readonly email: string; readonly password: string };

/** How an attempt ended, with the product's message; `said` is empty if there is none. */
export type Outcome = { readonly ok: boolean; readonly said: string };

/** A thing that was made, or why it was not. */
export type Made =
  { readonly ok: true; readonly id: string; readonly said: string } | { readonly ok: false; readonly said: string };

/** A column's kind in the product's own words: text, number, date, yes/no, JSON. */
export type Column = { readonly name: string; readonly kind: string };

/**
 * A table as a user sees it: its columns, the cells of the visible rows as text, and how many rows there are in total.
 */
export type Table = {
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly total: number;
};

/** A rejected row of a file: its line in the file, why, and its text. */
export type RowSetAside = { readonly line: number; readonly reason: string; readonly text: string };

export type Run = { readonly succeeded: boolean; readonly said: string };

/** The result of a test read: its rows' cells as text, and all messages about it. */
export type TestRead = { readonly ok: boolean; readonly rows: number; readonly said: string };

/** The options of a field of a connector's settings, from its API. */
export type Choices = Outcome & { readonly names: readonly string[] };

/** When a connection runs next by itself, and the sentence why it is paused; without an interval it has no schedule. */
export type Schedule = { readonly nextAt: string | null; readonly resting: string | null };

export type PlanName = "Free" | "Pro" | "Ultra";

/** The use of the plan, with the runs of this week. */
export type Usage = {
  readonly connectors: number;
  readonly datasets: number;
  readonly runs: number;
  readonly scheduledRuns: number;
};

export type NewConnector = { readonly title: string; readonly definition: string; readonly isPublic: boolean };
export type DraftChanges = { readonly definition?: string; readonly isPublic?: boolean };
/** A draft as its author sees it: the text of its definition, the notes of its import, and all that is shown of it. */
export type DraftSeen = { readonly definition: string; readonly notes: readonly DraftNote[]; readonly shown: string };
export type DraftNote = { readonly place: string; readonly message: string };
export type NewDataset = {
  readonly title: string;
  readonly fileName: string;
  readonly csv: string | Uint8Array<ArrayBuffer>;
  readonly isPublic: boolean;
};

/** What an author does with definitions and drafts. */
export type Authoring = {
  publishConnector(connector: NewConnector): Promise<Made>;
  /** Replaces one text with another in the definition that was just refused, and publishes again. */
  mendAndPublish(wrong: string, right: string): Promise<Made>;
  /** Saves a new connector as a draft, without publishing it. */
  saveNewDraft(connector: { readonly title: string; readonly definition: string }): Promise<Made>;
  /** Replaces one text with another in the definition of the draft that was just refused, and publishes it. */
  mendDraftAndPublish(draftId: string, wrong: string, right: string): Promise<Made>;
  /** Makes a draft from a curl line or an OpenAPI document, of which only the named operations are imported. */
  startFrom(source: string, operations: readonly string[] | null): Promise<Made>;
  /** Edit: opens the open draft, or a new one with the version's content. */
  editConnector(connectorId: string): Promise<Made>;
  saveDraft(draftId: string, changes: DraftChanges): Promise<Outcome>;
  publishDraft(draftId: string): Promise<Made>;
  discardDraft(draftId: string): Promise<Outcome>;
  seesDraft(draftId: string): Promise<boolean>;
  draft(draftId: string): Promise<DraftSeen>;
};

/** What is tested before anything is stored, agreeing to what it calls. */
export type TestReadRequest = {
  /** Reads the first pages of a definition, before anything is published. */
  testRead(definition: string, secrets: Readonly<Record<string, string>>): Promise<TestRead>;
  /** Checks whether a connector's API accepts these secrets, before anything is connected. */
  check(connectorId: string, secrets: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Requests the same check this many times, and never agrees to what it would send. */
  checkWithoutAgreeing(connectorId: string, secrets: Readonly<Record<string, string>>, times: number): Promise<Outcome>;
  /** Loads the options of one of a connector's settings from its API, with other settings entered. */
  choices(connectorId: string, key: string, settings: Readonly<Record<string, string>>): Promise<Choices>;
};

/** What a user does with runs, and sees of them. */
export type Running = {
  /** Runs the connection and waits for its end. */
  run(connectorId: string): Promise<Run>;
  /** Starts a run and does not wait for its end. */
  startRun(connectorId: string): Promise<Outcome>;
  /** How many rows a running run has read, as the product shows it; null if none is running. */
  rowsSoFar(connectorId: string): Promise<number | null>;
  /** Cancels the running run. */
  cancelRun(connectorId: string): Promise<Outcome>;
  /** How many rows the newest run, which was cancelled or abandoned, had read; null if nothing is shown. */
  cameTo(connectorId: string): Promise<number | null>;
  /** The states of the runs, newest first, in the product's words. */
  runs(connectorId: string): Promise<readonly string[]>;
  /** The texts about the requests of the newest run. */
  requests(connectorId: string): Promise<readonly string[]>;
  /** Runs the connection once without a setting that it has stored, and waits for the end. */
  runWithout(connectorId: string, key: string): Promise<Run>;
  /** Makes each run keep the rows of the one before, if the connector leaves that open. */
  keepRows(connectorId: string): Promise<Outcome>;
  saveSettings(connectorId: string, settings: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Answers the question of the newest run: reads from the beginning, adding all rows again or replacing the table. */
  restart(connectorId: string, how: "add" | "replace"): Promise<Run>;
  /** Whether the newest run asks what to do with the table. */
  isAskedToRestart(connectorId: string): Promise<boolean>;
};

/** What a user does with datasets and the tables of their connections. */
export type Datasets = {
  /** Uploads and waits until the rows can be read or the file is refused. */
  uploadDataset(dataset: NewDataset): Promise<Made>;
  /** The rows of a dataset: the latest ones with access, a sample without. */
  rows(datasetId: string): Promise<Table>;
  /** How many rows of its file were rejected. */
  setAside(datasetId: string): Promise<number>;
  /** These rows, through the link on the dataset; null if this person may not see them. */
  rowsSetAside(datasetId: string): Promise<readonly RowSetAside[] | null>;
  takeAccess(datasetId: string): Promise<Outcome>;
  leave(datasetId: string): Promise<Outcome>;
  deleteDataset(datasetId: string): Promise<Outcome>;
  /** Publishes the table of a connection as a dataset of its own. */
  publishTable(connectorId: string, dataset: { readonly title: string; readonly isPublic: boolean }): Promise<Made>;
  /** Shares the table of a connection with one person. */
  shareTable(connectorId: string, email: string): Promise<Made>;
  /** Gives somebody access. */
  share(datasetId: string, email: string): Promise<Outcome>;
};

/**
 * What one person can do with the product, logged in or not. Each driver does it its own way: by calls of the API, or
 * with forms and pages in a browser. Ids are the product's.
 */
export type Driver = Authoring &
  Datasets &
  TestReadRequest &
  Running & {
    register(account: Account): Promise<Outcome>;
    /** Opens the mailed link that verifies an address. */
    confirmAddress(token: string): Promise<Outcome>;
    signIn(email: string, password: string): Promise<Outcome>;
    /** Continues as a user who is already logged in. `cookie` is a request header's value. */
    resume(cookie: string): Promise<void>;
    signOut(): Promise<void>;
    isSignedIn(): Promise<boolean>;
    askForNewPassword(email: string): Promise<Outcome>;
    setNewPassword(token: string, password: string): Promise<Outcome>;

    choosePlan(plan: PlanName): Promise<Outcome>;
    usage(): Promise<Usage>;

    connect(
      connectorId: string,
      secrets: Readonly<Record<string, string>>,
      settings?: Readonly<Record<string, string>>,
    ): Promise<Outcome>;
    /** Signs in on the API's own page and comes back. */
    signInToApi(connectorId: string): Promise<Outcome>;
    /** Makes the connection run by itself every so many minutes; 0 ends that. */
    setInterval(connectorId: string, minutes: number): Promise<Outcome>;
    /** When the connection runs by itself; null if it runs by hand only. */
    schedule(connectorId: string): Promise<Schedule | null>;
    /** The latest rows of its runs, null before the first. */
    output(connectorId: string): Promise<Table | null>;
    disconnect(connectorId: string): Promise<Outcome>;

    /** All versions as their list names them, newest first: "Draft", "v2 Latest". */
    versions(connectorId: string): Promise<readonly string[]>;
    /** Makes a version inactive. */
    deactivate(connectorId: string): Promise<Outcome>;
    deleteConnector(connectorId: string): Promise<Outcome>;
    /** Moves the connection to this version of its connector; `secrets` and `settings` are entered if it needs them. */
    move(
      toConnectorId: string,
      secrets: Readonly<Record<string, string>> | null,
      settings?: Readonly<Record<string, string>>,
    ): Promise<Outcome>;
    /** The number of the version that this person is connected to. */
    connectedVersion(connectorId: string): Promise<number | null>;

    /** Ids of the matches of a search in the catalogue. */
    find(words: string): Promise<readonly string[]>;
    /** Whether this person can see such an item. */
    sees(kind: "connector" | "dataset", id: string): Promise<boolean>;

    /** Makes a new streaming key; the previous one ends. */
    makeKey(): Promise<string>;
    /** The token of a spreadsheet in place of a key. */
    makeSpreadsheetToken(): Promise<string>;
    /** Ends this person's session. */
    close(): Promise<void>;
  };
