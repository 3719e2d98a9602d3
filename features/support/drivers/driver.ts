/** What somebody types to register. */
export type Account = { readonly name: string; readonly email: string; readonly password: string };

/** How an attempt ended, with what the product said to it; `said` is empty where it said nothing. */
export type Outcome = { readonly ok: boolean; readonly said: string };

/** A thing that came to be, or why it did not. */
export type Made =
  { readonly ok: true; readonly id: string; readonly said: string } | { readonly ok: false; readonly said: string };

/** A column's kind in the product's own words: text, number, date, yes/no, JSON. */
export type Column = { readonly name: string; readonly kind: string };

/** A table as somebody sees it: its columns, the cells of the rows shown as text, and how many rows there are in all. */
export type Table = {
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly total: number;
};

/** A row of a file that did not fit the table: its line in the file, why, and as it is there. */
export type RowSetAside = { readonly line: number; readonly reason: string; readonly text: string };

export type Run = { readonly succeeded: boolean; readonly said: string };

/** What a test read brought: its rows' cells as text, and all that was said about it. */
export type TestRead = { readonly ok: boolean; readonly rows: number; readonly said: string };

/** What a field of a connector's settings can be set to, as its API has named it. */
export type Choices = Outcome & { readonly names: readonly string[] };

/** When a connection runs by itself next, and the sentence for why it rests; without an interval it has no schedule. */
export type Schedule = { readonly nextAt: string | null; readonly resting: string | null };

export type PlanName = "Free" | "Pro" | "Ultra";

/** What of the plan is used, with the runs of this week. */
export type Usage = {
  readonly connectors: number;
  readonly datasets: number;
  readonly runs: number;
  readonly scheduledRuns: number;
};

export type NewConnector = { readonly title: string; readonly definition: string; readonly isPublic: boolean };
export type DraftChanges = { readonly definition?: string; readonly isPublic?: boolean };
/** A draft as its author sees it: the text of its definition, what is noted of where it came from, and all that is shown of it. */
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
  /** Puts one text in place of another in the definition that was refused just now, and publishes again. */
  mendAndPublish(wrong: string, right: string): Promise<Made>;
  /** Keeps a new connector as a draft, without publishing it. */
  saveNewDraft(connector: { readonly title: string; readonly definition: string }): Promise<Made>;
  /** Puts one text in place of another in the definition of the draft that was refused just now, and publishes it. */
  mendDraftAndPublish(draftId: string, wrong: string, right: string): Promise<Made>;
  /** Makes a draft of a curl line or of an OpenAPI document, of which only the named operations are taken. */
  startFrom(source: string, operations: readonly string[] | null): Promise<Made>;
  /** Edit: opens the draft that is open already, or a new one with what the version holds. */
  editConnector(connectorId: string): Promise<Made>;
  saveDraft(draftId: string, changes: DraftChanges): Promise<Outcome>;
  publishDraft(draftId: string): Promise<Made>;
  discardDraft(draftId: string): Promise<Outcome>;
  seesDraft(draftId: string): Promise<boolean>;
  draft(draftId: string): Promise<DraftSeen>;
};

/** What is tried out before anything is kept, agreeing to what it calls. */
export type TestReadRequest = {
  /** Reads the beginning of what a definition pulls, before anything is published. */
  testRead(definition: string, secrets: Readonly<Record<string, string>>): Promise<TestRead>;
  /** Asks a connector's API whether it lets these secrets in, before anything is connected. */
  check(connectorId: string, secrets: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Asks for the same check so many times over, and never agrees to what it would send. */
  checkWithoutAgreeing(connectorId: string, secrets: Readonly<Record<string, string>>, times: number): Promise<Outcome>;
  /** Asks a connector's API for the choices of one of its settings, with others entered. */
  choices(connectorId: string, key: string, settings: Readonly<Record<string, string>>): Promise<Choices>;
};

/** What a person does about runs, and sees of them. */
export type Running = {
  /** Runs the connection and waits for its end. */
  run(connectorId: string): Promise<Run>;
  /** Starts a run and does not wait for its end. */
  startRun(connectorId: string): Promise<Outcome>;
  /** How many rows a run that is going on has read, as the product shows it to who comes by; null when none is. */
  rowsSoFar(connectorId: string): Promise<number | null>;
  /** Ends the run that is going on. */
  cancelRun(connectorId: string): Promise<Outcome>;
  /** How many rows the newest run, which was cut off, had read; null when nothing is told of that. */
  cameTo(connectorId: string): Promise<number | null>;
  /** How the runs stand or have ended, newest first, in the product's words. */
  runs(connectorId: string): Promise<readonly string[]>;
  /** What the product tells of the requests of the newest run. */
  requests(connectorId: string): Promise<readonly string[]>;
  /** Runs the connection once without a setting that it has stored, and waits for the end. */
  runWithout(connectorId: string, key: string): Promise<Run>;
  /** Lets each run keep the rows of the one before, as far as the connector leaves that open. */
  keepRows(connectorId: string): Promise<Outcome>;
  saveSettings(connectorId: string, settings: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Answers the question of the newest run: reads from the beginning, adding all rows again or replacing the table. */
  restart(connectorId: string, how: "add" | "replace"): Promise<Run>;
  /** Whether the newest run asks what is to become of the table. */
  isAskedToRestart(connectorId: string): Promise<boolean>;
};

/** What a person does with datasets and the tables that their connections have pulled. */
export type Datasets = {
  /** Uploads and waits until the rows can be read or the file is refused. */
  uploadDataset(dataset: NewDataset): Promise<Made>;
  /** The rows of a dataset: the latest ones with access, a sample without. */
  rows(datasetId: string): Promise<Table>;
  /** How many rows of its file did not fit the table. */
  setAside(datasetId: string): Promise<number>;
  /** These rows, on the way that leads there from the dataset; null where this person may not see them. */
  rowsSetAside(datasetId: string): Promise<readonly RowSetAside[] | null>;
  takeAccess(datasetId: string): Promise<Outcome>;
  leave(datasetId: string): Promise<Outcome>;
  deleteDataset(datasetId: string): Promise<Outcome>;
  /** Makes the table that a connection has pulled a dataset of its own. */
  publishTable(connectorId: string, dataset: { readonly title: string; readonly isPublic: boolean }): Promise<Made>;
  /** Lets one person read the table that a connection has pulled. */
  shareTable(connectorId: string, email: string): Promise<Made>;
  /** Gives somebody access. */
  share(datasetId: string, email: string): Promise<Outcome>;
};

/**
 * What one person can do with the product, signed in or not. Each driver does it its own way: by calls of the API, or with
 * forms and pages in a browser. Ids are the product's.
 */
export type Driver = Authoring &
  Datasets &
  TestReadRequest &
  Running & {
    register(account: Account): Promise<Outcome>;
    /** Opens the mailed link that confirms an address. */
    confirmAddress(token: string): Promise<Outcome>;
    signIn(email: string, password: string): Promise<Outcome>;
    /** Goes on as somebody who has signed in already. `cookie` is a request header's value. */
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
    /** Lets the connection run by itself every so many minutes; 0 ends that. */
    setInterval(connectorId: string, minutes: number): Promise<Outcome>;
    /** When the connection runs by itself; null when it runs by hand only. */
    schedule(connectorId: string): Promise<Schedule | null>;
    /** The latest rows that runs have brought, null before the first. */
    output(connectorId: string): Promise<Table | null>;
    disconnect(connectorId: string): Promise<Outcome>;

    /** All versions as their list names them, newest first: "Draft", "v2 Latest". */
    versions(connectorId: string): Promise<readonly string[]>;
    /** Takes a version out of use. */
    deactivate(connectorId: string): Promise<Outcome>;
    deleteConnector(connectorId: string): Promise<Outcome>;
    /** Moves the connection to this version of its connector; `secrets` and `settings` are entered where it asks for some. */
    move(
      toConnectorId: string,
      secrets: Readonly<Record<string, string>> | null,
      settings?: Readonly<Record<string, string>>,
    ): Promise<Outcome>;
    /** The number of the version that this person is connected to. */
    connectedVersion(connectorId: string): Promise<number | null>;

    /** Ids of what a search of the catalogue finds. */
    find(words: string): Promise<readonly string[]>;
    /** Whether there is such an item for this person. */
    sees(kind: "connector" | "dataset", id: string): Promise<boolean>;

    /** A new streaming key; the one before ends. */
    makeKey(): Promise<string>;
    /** What a spreadsheet gets in place of a key. */
    makeSpreadsheetToken(): Promise<string>;
    /** Leaves no trace of this person's session behind. */
    close(): Promise<void>;
  };
