import type { JsonObject, JsonValue } from "#domain/core/values/json.ts";
import { counted } from "#domain/core/text/counted.ts";
import { formatExact } from "../ui/data/format.ts";

/** What of an event is worth a few words beside its name: its version, its run, its rows. Empty: nothing. */
export function eventDetail(data: JsonObject): string {
  const { version, table, outputs, fileName, plan, role, name, method, start } = data;
  const began = start !== null && typeof start === "object" && !Array.isArray(start) ? (start as JsonObject) : null;
  const number = began?.["number"] ?? data["number"];
  const rows = rowsOf(table) ?? (Array.isArray(outputs) ? sum((outputs as readonly JsonValue[]).map(rowsIn)) : null);
  return [
    typeof version === "number" ? `version ${version}` : null,
    typeof number === "number" ? `run ${number}` : null,
    typeof began?.["at"] === "string" ? `begun ${formatExact(began["at"])}` : null,
    rows === null ? null : counted(rows, "row"),
    ...[fileName, role, name, method].map((each) => (typeof each === "string" ? each : null)),
    typeof plan === "number" ? `plan ${plan}` : null,
  ]
    .filter((each) => each !== null)
    .join(", ");
}

function rowsOf(table: JsonValue | undefined): number | null {
  if (table === null || typeof table !== "object" || Array.isArray(table)) return null;
  const { rows } = table as JsonObject;
  return typeof rows === "number" ? rows : null;
}

function rowsIn(output: JsonValue): number {
  const table =
    output !== null && typeof output === "object" && !Array.isArray(output) ? (output as JsonObject)["table"] : null;
  return rowsOf(table) ?? 0;
}

const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
