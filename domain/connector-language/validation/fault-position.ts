import type { Fault } from "../definition/describe-fault.ts";

type Loose = Readonly<Record<string, unknown>>;

/**
 * Moves each fault to the place where its author wrote it, each sentence once per place: what operations inherit from
 * the top level is at fault there.
 */
export function atWrittenPlaces(written: unknown, faults: readonly Fault[]): Fault[] {
  const placed = new Map<string, Fault>();
  for (const fault of faults) {
    const path = writtenPath(loose(written), fault.path);
    const key = `${path}\n${fault.message}`;
    if (!placed.has(key)) placed.set(key, { ...fault, path });
  }
  return [...placed.values()];
}

function writtenPath(top: Loose, path: string): string {
  const [, index = "", key = "", rest = ""] = /^operations\[(\d+)\]\.([a-z_]+)(.*)$/s.exec(path) ?? [];
  if (key === "") return path;
  const operations: unknown = top["operations"];
  const own = loose(Array.isArray(operations) ? (operations[Number(index)] as unknown) : undefined);
  if (key === "params_fields") return fieldPath(top, own, index, rest);
  const name = (key === "headers" || key === "query") && rest.startsWith(".") ? rest.slice(1) : null;
  const isOwn =
    name === null
      ? Object.hasOwn(own, key) || !Object.hasOwn(top, key)
      : Object.hasOwn(loose(own[key]), name) || !Object.hasOwn(loose(top[key]), name);
  const holder = isOwn ? own : top;
  // A body written as one text has no paths inside.
  const within = key === "body_template" && typeof holder[key] === "string" ? "" : rest;
  return `${isOwn ? `operations[${index}].` : ""}${key}${within}`;
}

/** Fields of the top level come before an operation's own, which replace those with the same key. */
function fieldPath(top: Loose, own: Loose, index: string, rest: string): string {
  const [, at = "", inner = ""] = /^\[(\d+)\](.*)$/s.exec(rest) ?? [];
  const ownKeys = new Set(listOf(own["params_fields"]).map((field) => loose(field)["key"]));
  const taken = listOf(top["params_fields"]).flatMap((field, fieldIndex) =>
    ownKeys.has(loose(field)["key"]) ? [] : [fieldIndex],
  );
  const fieldIndex = taken[Number(at)];
  if (at === "" || fieldIndex === undefined)
    return `operations[${index}].params_fields${at === "" ? rest : `[${Number(at) - taken.length}]${inner}`}`;
  return `params_fields[${fieldIndex}]${inner}`;
}

function loose(value: unknown): Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
