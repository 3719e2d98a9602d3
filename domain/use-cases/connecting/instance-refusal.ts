import type { ConnectorRefusal } from "../../connector/decider.ts";
import type { InstanceRefusal } from "../../instance/decider.ts";
import type { QuotaRefusal } from "../../quota/decider.ts";
import type { UnsafeRefusal } from "../rechecking/safe-definition.ts";
import type { SchedulePause } from "../plan-slots/schedule-pause.ts";
import type { HostsRefusal } from "./named-hosts.ts";
import type { SettingsRefusal } from "./setup-changes.ts";

/** Why an instance cannot be made or changed. */
export type ConnectingRefusal =
  | ConnectorRefusal
  | InstanceRefusal
  | QuotaRefusal
  | SettingsRefusal
  | SchedulePause
  | HostsRefusal
  | UnsafeRefusal
  /** This version of the language cannot run the stored definition. */
  | { readonly code: "definition-outdated"; readonly latestConnectorId: string | null };
