import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import type { SignInShown } from "../../instances/api-sign-in-calls.ts";
import type { OutputTable } from "../../instances/output-tables.ts";
import type { RunProgress } from "#domain/core/ports/run-records.ts";
import type { PreviewRows } from "../../ui/data/data-table.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import type { VersionRow } from "../../items/hero.tsx";
import type { PipeProps } from "./pipe.tsx";
import type { PublishOutputProps } from "./publish/publish-output.tsx";
import type { RunSummary } from "../../runs/runs.tsx";
import type { Setup } from "./setup/setup.ts";

export const connectorTabs = ["setup", "output", "runs", "definition", "versions"] as const;
export type ConnectorTab = (typeof connectorTabs)[number];

export const CONNECTOR_SHOWN = [
  "id",
  "title",
  "description",
  "category",
  "author",
  "apiDocUrl",
  "version",
  "status",
  "isLatest",
  "isPublic",
  "subscriberCount",
  "createdAt",
] as const;

export type ConnectorProfileViewProps = {
  now: string;
  tab: ConnectorTab;
  connector: Pick<ConnectorItem, (typeof CONNECTOR_SHOWN)[number]>;
  /** The definition as text, indented. */
  definition: string;
  versions: VersionRow[];
  signedIn: boolean;
  owned: boolean;
  /** The viewer's instance to any version of this lineage. */
  instance: { id: string; connectorId: string; version: number; since: string; tables: readonly OutputTable[] } | null;
  /** Where Connect leads when something must be filled in first, otherwise it connects at once. */
  connectNeedsSetup: boolean;
  /** Set when a newer version than the connected one exists, and how to get there. */
  upgrade: { toId: string; toVersion: number; sameConsent: boolean } | null;
  setup: Setup;
  /** How the viewer's instance stands with the API's own sign-in page; null where it has none. */
  signIn: SignInShown | null;
  pipe: PipeProps | null;
  consent: { hosts: string[]; secretPlaces: string[]; agreedAt: string | null };
  /** How many tables an instance has. */
  tableCount: number;
  /** The newest runs. */
  runs: RunSummary[];
  runTotal: number;
  /** How far the newest run is, while it goes on. */
  progress: RunProgress | null;
  /** One page of all runs, for their tab. */
  history: { runs: RunSummary[]; page: number; pages: number } | null;
  /** The rows of one of the instance's tables, and its name. */
  preview: PreviewRows | null;
  shownTable: string | null;
  /** Where streams are read from. */
  origin: string;
  /** Why the output table cannot be shown now. */
  previewFault?: string;
  /** What the viewer's instance has brought and may be traded. */
  publish: PublishOutputProps | null;
  form?: FormState;
};
