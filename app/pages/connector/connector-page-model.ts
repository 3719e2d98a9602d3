import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import type { ConnectorChanges } from "../../connectors/changes/change-calls.ts";
import type { SignInShown } from "../../instances/api-sign-in-calls.ts";
import type { OutputTable } from "../../instances/output-tables.ts";
import type { RunProgress } from "#domain/core/ports/run-records.ts";
import type { RowsShown } from "../../rows/rows-page.ts";
import type { PreviewRows } from "../../ui/data/data-table.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { HERO_SHOWN, type VersionRow } from "../../items/hero.tsx";
import type { PipeProps } from "./pipe.tsx";
import type { PublishOutputProps } from "./publish/publish-output.tsx";
import type { RunSummary } from "../../runs/runs.tsx";
import type { Setup } from "./setup/setup.ts";

export const connectorTabs = ["setup", "output", "runs", "definition", "versions"] as const;
export type ConnectorTab = (typeof connectorTabs)[number];

export const CONNECTOR_SHOWN = [
  ...HERO_SHOWN,
  "id",
  "rootId",
  "author",
  "apiDocUrl",
  "source",
  "version",
  "status",
  "isLatest",
  "isPublic",
  "subscriberCount",
  "createdAt",
  "takenDown",
] as const;

/** A newer version than the connected one. `isOpen`: it accepts connections; `differences`: what is different, counted. */
type Upgrade = { toId: string; toVersion: number; sameConsent: boolean; isOpen: boolean; differences: string };

export type ConnectorProfileViewProps = {
  now: string;
  tab: ConnectorTab;
  connector: Pick<ConnectorItem, (typeof CONNECTOR_SHOWN)[number]>;
  /** The address of its image. */
  image: string | null;
  /** The definition as text, indented. */
  definition: string;
  versions: VersionRow[];
  signedIn: boolean;
  owned: boolean;
  /** The viewer's instance of any version of this lineage. */
  instance: {
    id: string;
    connectorId: string;
    version: number;
    since: string;
    tables: readonly OutputTable[];
    /** Why it calls nothing, in a sentence; null: it does. */
    stopped: string | null;
    /** Its credentials may have left, and were not replaced. */
    isExposed: boolean;
  } | null;
  /** For its owner: why nobody can connect to this version; null: they can, or it is not theirs. */
  unsafe: string | null;
  /** Connect opens the setup page if something must be filled in first, otherwise it connects at once. */
  connectNeedsSetup: boolean;
  /** Set if a newer version than the connected one exists. */
  upgrade: Upgrade | null;
  setup: Setup;
  /** The state of the viewer's sign-in at the API's own page; null if there is none. */
  signIn: SignInShown | null;
  pipe: PipeProps | null;
  consent: { hosts: string[]; secretPlaces: string[]; agreedAt: string | null };
  /** How many tables an instance has. */
  tableCount: number;
  /** The newest runs. */
  runs: RunSummary[];
  runTotal: number;
  /** Progress of the newest run while it is in progress. */
  progress: RunProgress | null;
  /** One page of all runs, for their tab. */
  history: { runs: RunSummary[]; page: number; pages: number } | null;
  /** The rows of one of the instance's tables as the URL asks for them, and its name. */
  preview: PreviewRows | null;
  rows?: RowsShown;
  /** Its columns; before its first rows those that its operation declares, if it does. */
  columns: readonly { readonly name: string; readonly type: string }[];
  shownTable: string | null;
  /** Origin of stream URLs. */
  origin: string;
  /** Why the output table cannot be shown now. */
  previewFault?: string;
  /** Outputs of the viewer's instance that can be published or shared. */
  publish: PublishOutputProps | null;
  /** What is different in this version from an earlier one, for the tab of the versions. */
  changes: ConnectorChanges | null;
  form?: FormState;
};
