import type { ConnectorRefusal } from "../../connector/decider.ts";
import type { InstanceRefusal } from "../../instance/decider.ts";
import type { QuotaRefusal } from "../../quota/decider.ts";
import type { SchedulePause } from "../plan-slots/schedule-pause.ts";
import type { SettingsRefusal } from "./setup-changes.ts";

/** Why an instance cannot be made or changed. */
export type ConnectingRefusal =
  | ConnectorRefusal
  | InstanceRefusal
  | QuotaRefusal
  | SettingsRefusal
  | SchedulePause
  /** The stored definition is none that this version of the language can run. */
  | { readonly code: "definition-outdated" };
