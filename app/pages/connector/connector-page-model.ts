import type { SignInShown } from "../../instances/api-sign-in-calls.ts";
import type { OutputTable } from "../../instances/output-tables.ts";
import type { RunProgress } from "#domain/core/ports/run-records.ts";
import type { PreviewRows } from "../../ui/data/data-table.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import type { HeroItem, VersionRow } from "../../items/hero.tsx";
import type { PipeProps } from "./pipe.tsx";
import type { PublishOutputProps } from "./publish/publish-output.tsx";
import type { RunSummary } from "../../runs/runs.tsx";
import type { Setup } from "./setup/setup.ts";

export const connectorTabs = ["setup", "output", "runs", "definition", "versions"] as const;
export type ConnectorTab = (typeof connectorTabs)[number];

export type ConnectorProfileViewProps = {
  now: string;
  tab: ConnectorTab;
  connector: HeroItem & {
    id: string;
    author: string | null;
    source: string | null;
    api_doc_url: string | null;
    version: number;
    status: string;
    is_latest_version: boolean;
    is_draft: boolean;
    is_public: boolean;
    subscriber_count: number;
    created_at: string;
  };
  /** The definition as text, indented. */
  dsl: string;
  versions: VersionRow[];
  signedIn: boolean;
  owned: boolean;
  /** The viewer's instance to any version of this lineage. */
  instance: { id: string; connector_id: string; version: number; since: string; tables: readonly OutputTable[] } | null;
  /** Where Connect leads when something must be filled in first, otherwise it connects at once. */
  connectNeedsSetup: boolean;
  /** Set when a newer version than the connected one exists, and how to get there. */
  upgrade: { to_id: string; to_version: number; same_consent: boolean } | null;
  setup: Setup;
  /** How the viewer's instance stands with the API's own sign-in page; null where it has none. */
  sign_in: SignInShown | null;
  pipe: PipeProps | null;
  consent: { hosts: string[]; secret_places: string[]; agreed_at: string | null };
  /** How many tables an instance has. */
  table_count: number;
  /** The newest runs. */
  runs: RunSummary[];
  run_total: number;
  /** How far the newest run is, while it goes on. */
  progress: RunProgress | null;
  /** One page of all runs, for their tab. */
  history: { runs: RunSummary[]; page: number; pages: number } | null;
  /** The rows of one of the instance's tables, and its name. */
  preview: PreviewRows | null;
  shown_table: string | null;
  /** Where streams are read from. */
  origin: string;
  /** Why the output table cannot be shown now. */
  previewFault?: string;
  /** What the viewer's instance has brought and may be traded. */
  publish: PublishOutputProps | null;
  form?: FormState;
};
