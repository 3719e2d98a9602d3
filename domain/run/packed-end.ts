import type { JsonObject, JsonValue } from "../core/values/json.ts";
import type { Packing } from "../core/event-catalog.ts";

type Operation = JsonObject & { readonly operation: string };
type Kept = { readonly operation: string; readonly storedBy: string };

/**
 * The end of a run as it is stored: what follows from the rest, and what is as it mostly is, is left out. A year of hourly
 * runs is millions of these events, most of which say that nothing has changed. `has`: the fields of this type of end.
 */
export function packedEnd(since: number, has: "nothing" | "operations" | "outputs"): Packing {
  const counts: JsonObject = has === "nothing" ? {} : { pages: 0, rowCount: 0, warnings: [], operations: [] };
  const empty: JsonObject = { ...counts, ...(has === "outputs" ? { outputs: [] } : {}) };
  return {
    since,
    pack(data) {
      const { runId, start, kept, ...rest } = data;
      const { instanceId } = data;
      // The end of a run that an event of before there were claims has begun is rare, and stays as it is.
      if (typeof start !== "object" || start === null) return data;
      const { number, ...told } = start as JsonObject;
      const operations = rest["operations"] as readonly Operation[] | undefined;
      if (runId !== idOf(instanceId, number) || operations?.some(({ from }) => from === undefined)) return data;
      return {
        number: number!,
        ...without(rest, { ...empty, ...sums(operations ?? []) }),
        ...without(told, beginning(told)),
        ...(operations?.length ? { operations: operations.map((each) => without(each, ordinary(each))) } : {}),
        ...(kept === undefined ? {} : { kept: (kept as readonly Kept[]).map(packedKept(instanceId)) }),
      };
    },
    unpack(data) {
      if ("runId" in data) return data;
      const { number, kept, ...rest } = data;
      const { instanceId } = data;
      const operations = (rest["operations"] as readonly Operation[] | undefined)?.map((each) => ({
        ...ordinary(each),
        ...each,
      }));
      const told = Object.fromEntries(OF_START.flatMap((name) => (name in rest ? [[name, rest[name]!]] : [])));
      const ended = Object.fromEntries(Object.entries(rest).filter(([name]) => !OF_START.includes(name)));
      return {
        ...{ ...empty, ...(has === "nothing" ? {} : sums(operations ?? [])), ...ended },
        ...(operations ? { operations } : {}),
        ...(kept === undefined ? {} : { kept: (kept as readonly PackedKept[]).map(unpackedKept(instanceId)) }),
        runId: idOf(instanceId, number),
        start: { ...beginning(told), ...told, number: number! },
      };
    },
  };
}

const OF_START: readonly string[] = [
  ...["at", "connectorId", "trigger", "slot", "lastSlot", "override", "settings", "settingKeys", "incremental"],
  ...["restart", "failuresBefore", "by"],
];

const idOf = (instanceId: JsonValue | undefined, number: JsonValue | undefined) =>
  `${String(instanceId)}-${String(number)}`;

/** What a run was mostly told: a schedule has a slot, and nothing else does. */
function beginning({ slot = null }: JsonObject): JsonObject {
  return {
    ...{ trigger: slot === null ? "manual" : "schedule", slot: null, lastSlot: null, override: false, settings: null },
    ...{ settingKeys: [], incremental: [], failuresBefore: 0 },
  };
}

/** How an operation mostly ends: a request is a page. */
function ordinary({ pages = 1 }: JsonObject): JsonObject {
  return { status: "success", pages: 1, requests: pages, failure: null, from: null, reached: null };
}

function sums(operations: readonly JsonObject[]): JsonObject {
  const sum = (name: string) => operations.reduce((total, each) => total + Number(each[name]), 0);
  return { pages: sum("pages"), rowCount: sum("rows") };
}

/** The fields that differ from these. */
function without(data: JsonObject, usual: JsonObject): JsonObject {
  const entries = Object.entries(data).filter(([name, value]) => JSON.stringify(usual[name]) !== JSON.stringify(value));
  return Object.fromEntries(entries);
}

/** An operation, and the number of the run that stored its rows; its id, if it is of another instance. */
type PackedKept = readonly [operation: string, storedBy: number | string];

const packedKept =
  (instanceId: JsonValue | undefined) =>
  ({ operation, storedBy }: Kept): PackedKept => {
    const number = Number(storedBy.slice(storedBy.lastIndexOf("-") + 1));
    return [operation, storedBy === idOf(instanceId, number) ? number : storedBy];
  };

const unpackedKept =
  (instanceId: JsonValue | undefined) =>
  ([operation, storedBy]: PackedKept): Kept => ({
    operation,
    storedBy: typeof storedBy === "number" ? idOf(instanceId, storedBy) : storedBy,
  });
