import type { z } from "zod";
import { textFault } from "../../core/text/storable.ts";
import { checkDefinition } from "./check-definition.ts";
import { normalise, normaliseBody } from "../definition/normalise.ts";
import type { Definition } from "../definition/definition.ts";
import { describeIssue, faultPath, placedIssues } from "../definition/describe-fault.ts";
import type { Fault } from "../definition/describe-fault.ts";
import { isJsonObject, parseJson } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { migrateDefinition } from "../definition/migrations.ts";
import { definitionSchema, operationSchema } from "../definition/schema.ts";
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
const MAX_SPREAD = 4 * MAX_DEFINITION_BYTES;
/** Values, those within others too. */
const MAX_VALUES = 40_000;
/** The same, with those of the top level once for each operation. */
const MAX_VALUES_SPREAD = 80_000;
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
  if (spreadLength(input) > MAX_SPREAD) return refuse("definition", TOO_MUCH_SPREAD);
  const migrated = migrateDefinition(input as Json);
  if (!migrated.ok) return { ok: false, faults: [...opening, migrated.fault] };
  const written = migrated.definition;
  const read = readSchema(definitionSchema, written);
  if (read === null) return { ok: false, faults: [...opening, partOfManyFaults(written as JsonObject)] };
  if (!read.success || opening.length > 0)
    return {
      ok: false,
      faults: allFaults(written, opening, read.success ? [] : read.error.issues, check).slice(0, MAX_FAULTS),
    };
  const definition = normalise(read.data);
  const faults = atWrittenPlaces(written, check(definition, { namesAreKnown: true }));
  return faults.length === 0 ? { ok: true, definition } : { ok: false, faults: faults.slice(0, MAX_FAULTS) };
}

/** Faults of the schema, counted as they are described. Beyond them the part that has them is named alone. */
const MAX_DESCRIBED = 3_000;

/** What a schema says about a value; null if that is more than can be described. */
function readSchema<T extends z.ZodType>(schema: T, value: unknown): z.ZodSafeParseResult<z.output<T>> | null {
  let described = 0;
  const tooMany = new Error("More faults than can be described");
  try {
    return schema.safeParse(value, {
      error: () => {
        described += 1;
        if (described > MAX_DESCRIBED) throw tooMany;
        return undefined;
      },
    });
  } catch (error) {
    if (error === tooMany) return null;
    throw error;
  }
}

/** The first operation, or else key of the top level, with more faults than can be described. */
function partOfManyFaults(written: JsonObject): Fault {
  const shape: Readonly<Record<string, z.ZodType>> = definitionSchema.shape;
  const operations: Json[] = Array.isArray(written["operations"]) ? written["operations"] : [];
  const index = operations.findIndex((operation) => readSchema(operationSchema, operation) === null);
  const key = Object.keys(written).find((each) => shape[each] && readSchema(shape[each], written[each]) === null);
  return {
    path: index >= 0 ? `operations[${index}]` : (key ?? "definition"),
    message: "This has too many faults to list them.",
  };
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
    ...placed.slice(0, MAX_FAULTS).flatMap((each) => describeIssue(each, valueAtPath(written, each.path))),
  ];
  if (faults.length >= MAX_FAULTS) return faults;
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
const TOO_MANY_VALUES = "The definition holds more than 40,000 values.";
const TOO_MUCH_SPREAD = "What is at the top level counts for each operation, and that is too much in total.";
/** Keys of the top level that operations do not inherit. */
const NOT_INHERITED: ReadonlySet<PropertyKey> = new Set(["operations", "auth"]);

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

/** A value with where it is, from which its path is made if it is at fault. `weight`: how many operations have it. */
type Place = {
  readonly value: unknown;
  readonly step: PropertyKey;
  readonly above: Place | null;
  readonly depth: number;
  readonly weight: number;
};

function pathOf(place: Place): string {
  const path: PropertyKey[] = [];
  for (let at: Place = place; at.above !== null; at = at.above) path.unshift(at.step);
  return faultPath(path);
}

/** Walks the input, without recursion, for values that no definition may contain, and for too many of them. */
function hygieneFault(input: unknown): Fault | null {
  const operations = own(input, "operations");
  const shared = Array.isArray(operations) ? Math.max(1, operations.length) : 1;
  const queue: Place[] = [{ value: input, step: "", above: null, depth: 0, weight: 1 }];
  let values = 1;
  let spread = 1;
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    const { depth, step, weight } = place;
    // The JSON in a text counts as if it were written without quotes.
    const value = step === "body_template" || step === "body" ? normaliseBody(place.value as Json) : place.value;
    const within = typeof value === "object" && value !== null ? entriesOf(value) : [];
    values += within.length;
    if (values > MAX_VALUES) return { path: "definition", message: TOO_MANY_VALUES };
    if (spread > MAX_VALUES_SPREAD) return { path: "definition", message: TOO_MUCH_SPREAD };
    if (depth > MAX_DEPTH) return { path: "definition", message: tooDeep() };
    const message = valueFault(value);
    if (message !== null) return { path: pathOf(place), message };
    for (const [key, inner] of within) {
      const counted = depth === 0 && !NOT_INHERITED.has(key) ? shared : weight;
      spread += counted;
      queue.push({ value: inner, step: key, above: place, depth: depth + 1, weight: counted });
    }
  }
  return null;
}

function entriesOf(value: object): [PropertyKey, unknown][] {
  return Array.isArray(value) ? [...value.entries()] : Object.entries(value);
}

/** Why a value, or one of its names, cannot be in a definition; what is within it has faults of its own. */
function valueFault(value: unknown): string | null {
  if (typeof value === "string") return unfitText(value);
  if (typeof value === "bigint" || typeof value === "function" || typeof value === "symbol" || Number.isNaN(value))
    return "This value is not JSON.";
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  for (const key of Object.keys(value)) {
    const fault = FORBIDDEN_KEYS.has(key) ? `The key "${key}" is not allowed.` : unfitText(key);
    if (fault !== null) return fault;
  }
  return null;
}

function unfitText(text: string): string | null {
  const fault = textFault(text);
  return fault === null
    ? null
    : `A text must not hold ${fault === "broken Unicode" ? "broken Unicode (lone surrogates)" : fault}.`;
}
