import { textFault } from "../../core/text/storable.ts";
import { checkDefinition } from "./check-definition.ts";
import { normalise } from "../definition/normalise.ts";
import type { Definition } from "../definition/definition.ts";
import { describeIssue, faultPath, placedIssues } from "../definition/describe-fault.ts";
import type { Fault } from "../definition/describe-fault.ts";
import { isJsonObject, parseJson } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { migrateDefinition } from "../definition/migrations.ts";
import { definitionSchema } from "../definition/schema.ts";
import { followsFrom, mayDeclareNames, soundPart, valueAtPath } from "./sound-part.ts";
import { atWrittenPlaces } from "./fault-position.ts";

export type { Fault } from "../definition/describe-fault.ts";
export type ParsedDefinition = { ok: true; definition: Definition } | { ok: false; faults: Fault[] };
/**
 * Finds what a schema cannot express. `namesAreKnown` is false if a faulty part that was removed may have declared
 * names.
 */
export type DefinitionCheck = (definition: Definition, seen: { readonly namesAreKnown: boolean }) => Fault[];

const MAX_DEFINITION_BYTES = 256 * 1024;
/** Size of the top level times the number of operations that inherit it: every view reads each of them. */
const MAX_SPREAD = 10 * MAX_DEFINITION_BYTES;
const MAX_DEPTH = 32;
/** An author corrects a few faults at a time; more would hide the first one. */
const MAX_FAULTS = 20;

/**
 * Parses a connector definition, given as an object or as JSON text, checks it and fills in its defaults. The four
 * sentences of the product specification come first and in its order; every other fault has its path.
 */
export function parseDefinition(input: unknown): ParsedDefinition {
  return readDefinition(input, checkDefinition);
}

/** The same with additional checks. Reports every fault, including those of rules beside an unreadable part. */
export function readDefinition(input: unknown, check: DefinitionCheck): ParsedDefinition {
  if (typeof input !== "string") return judge(input, check);
  if (new TextEncoder().encode(input).length > MAX_DEFINITION_BYTES) return refuse("definition", tooLarge());
  const parsed = parseJson(input, MAX_DEPTH);
  if (!parsed.ok) return refuse("definition", parsed.fault === "depth" ? tooDeep() : INVALID_JSON);
  // Parsed again without exact numbers: a definition is checked as plain JSON.
  return judge(JSON.parse(input.charCodeAt(0) === 0xfeff ? input.slice(1) : input), check);
}

function judge(input: unknown, check: DefinitionCheck): ParsedDefinition {
  const opening = openingFaults(input);
  if (!isJsonObject(input as Json)) return { ok: false, faults: opening.slice(0, 1) };
  const unsafe = hygieneFault(input);
  if (unsafe !== null) return { ok: false, faults: [...opening, unsafe] };
  if (new TextEncoder().encode(JSON.stringify(input)).length > MAX_DEFINITION_BYTES)
    return refuse("definition", tooLarge());
  if (spreadLength(input) > MAX_SPREAD)
    return refuse("definition", "What is at the top level counts for each operation, and that is too much in total.");
  const migrated = migrateDefinition(input as Json);
  if (!migrated.ok) return { ok: false, faults: [...opening, migrated.fault] };
  const written = migrated.definition;
  const read = definitionSchema.safeParse(written);
  if (!read.success || opening.length > 0)
    return {
      ok: false,
      faults: allFaults(written, opening, read.success ? [] : read.error.issues, check).slice(0, MAX_FAULTS),
    };
  const definition = normalise(read.data);
  const faults = atWrittenPlaces(written, check(definition, { namesAreKnown: true }));
  return faults.length === 0 ? { ok: true, definition } : { ok: false, faults: faults.slice(0, MAX_FAULTS) };
}

/** The issues of the schema, and the faults that the checks find in the rest. */
function allFaults(
  written: Json,
  opening: readonly Opening[],
  issues: Parameters<typeof placedIssues>[0],
  check: DefinitionCheck,
): Fault[] {
  const placed = placedIssues(issues).filter(
    ({ path }) => !opening.some(({ covers }) => covers.includes(faultPath(path))),
  );
  const faults = [
    ...opening.map(({ path, message }) => ({ path, message })),
    ...placed.flatMap((each) => describeIssue(each, valueAtPath(written, each.path))),
  ];
  const lost = [
    ...opening.map(({ at }) => ({ path: at, unknown: false })),
    ...placed.flatMap(({ path, issue }) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => ({ path: [...path, key], unknown: true }))
        : [{ path, unknown: false }],
    ),
  ];
  const sound = soundPart(written, lost);
  if (sound === null) return faults;
  const namesAreKnown = !lost.some((part) => mayDeclareNames(written, part));
  const rules = atWrittenPlaces(written, check(normalise(sound), { namesAreKnown }));
  return [...faults, ...rules.filter((fault) => !followsFrom(fault, lost))];
}

function spreadLength(input: unknown): number {
  const operations = own(input, "operations");
  if (!Array.isArray(operations)) return 0;
  return operations.length * (JSON.stringify(input).length - JSON.stringify(operations).length);
}

function refuse(path: string, message: string): ParsedDefinition {
  return { ok: false, faults: [{ path, message }] };
}

function tooLarge(): string {
  return "The definition is larger than 256 kB.";
}

function tooDeep(): string {
  return `The definition nests deeper than ${MAX_DEPTH} levels.`;
}

const INVALID_JSON = "Invalid JSON in connector spec.";

/** `at`: its path step by step; `covers`: the paths with no further faults reported. */
type Opening = Fault & { readonly at: readonly PropertyKey[]; readonly covers: readonly string[] };

/** The sentences of the product specification, verbatim and in order. */
function openingFaults(input: unknown): Opening[] {
  const opening = (at: readonly PropertyKey[], message: string, ...covers: string[]): Opening => ({
    path: faultPath(at),
    message,
    at,
    covers: [faultPath(at), ...covers],
  });
  if (input === undefined || typeof input === "function" || typeof input === "symbol" || typeof input === "bigint")
    return [opening([], INVALID_JSON)];
  const faults =
    own(input, "protocol") === "rest" ? [] : [opening(["protocol"], "Connector must define protocol: 'rest'.")];
  const operations = own(input, "operations");
  if (!Array.isArray(operations) || operations.length === 0)
    return [...faults, opening(["operations"], "Connector must include at least one operation.")];
  const url = own(operations[0], "url");
  const hasUrl = typeof url === "string" && url.trim() !== "";
  return hasUrl
    ? faults
    : [...faults, opening(["operations", 0, "url"], "First operation must include a 'url'.", "operations[0]")];
}

function own(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);

/** Walks the input, without recursion, for values that no definition may contain. */
function hygieneFault(input: unknown): Fault | null {
  const queue: { value: unknown; path: PropertyKey[] }[] = [{ value: input, path: [] }];
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    const { value, path } = item;
    const at = faultPath(path);
    if (path.length > MAX_DEPTH) return { path: "definition", message: tooDeep() };
    if (typeof value === "string") {
      const fault = unfitText(value);
      if (fault !== null) return { path: at, message: fault };
    } else if (Array.isArray(value)) {
      if (value.length > MAX_DEFINITION_BYTES) return { path: "definition", message: tooLarge() };
      value.forEach((inner, index) => queue.push({ value: inner, path: [...path, index] }));
    } else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (FORBIDDEN_KEYS.has(key)) return { path: at, message: `The key "${key}" is not allowed.` };
        const fault = unfitText(key);
        if (fault !== null) return { path: at, message: fault };
        queue.push({ value: inner, path: [...path, key] });
      }
    } else if (
      typeof value === "bigint" ||
      typeof value === "function" ||
      typeof value === "symbol" ||
      Number.isNaN(value)
    ) {
      return { path: at, message: "This value is not JSON." };
    }
  }
  return null;
}

function unfitText(text: string): string | null {
  const fault = textFault(text);
  return fault === null
    ? null
    : `A text must not hold ${fault === "broken Unicode" ? "broken Unicode (lone surrogates)" : fault}.`;
}
