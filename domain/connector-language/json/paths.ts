import { type Finding, finding } from "../../core/findings/finding.ts";
import { cutOff } from "./cut-off.ts";
import { isJsonObject, stringifyJson, scalarText } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";
import { single, XmlList } from "./xml.ts";

/** One step of a path: a key, an index (negative counts from the end), or every element. */
export type PathStep = { kind: "key"; key: string } | { kind: "index"; index: number } | { kind: "all" };
/** As written in a definition: `a.b`, `items[0].x`, `[*].id`, `$`, or an array of keys. */
export type PathSource = string | readonly string[];
export type PathParse = { ok: true; steps: PathStep[] } | { ok: false; message: string };
export type PathResult = { found: true; value: Json } | { found: false; missing: Finding };

const PATH_STEP = /(?:^|\.)([^.[\]]+)|\[(-?\d{1,9}|\*)\]/y;

/** Reads a path of the language. `$` and the empty array are the root; a leading `$.` is allowed. */
export function parsePath(source: PathSource): PathParse {
  if (typeof source !== "string") return { ok: true, steps: source.map((key) => ({ kind: "key", key })) };
  const text = source === "$" ? "" : source.replace(/^\$(?=[.[])\.?/, "");
  if (source === "") return { ok: false, message: 'A path must not be empty; use "$" for the whole answer.' };
  const steps: PathStep[] = [];
  PATH_STEP.lastIndex = 0;
  while (PATH_STEP.lastIndex < text.length) {
    const at = PATH_STEP.lastIndex;
    const match = PATH_STEP.exec(text);
    if (match === null)
      return { ok: false, message: `The path "${source}" cannot be read from "${text.slice(at)}" on.` };
    if (match[1] !== undefined) steps.push({ kind: "key", key: match[1] });
    else if (match[2] === "*") steps.push({ kind: "all" });
    else steps.push({ kind: "index", index: Number(match[2]) });
  }
  return { ok: true, steps };
}

/** Paths are few and used for every row, so their steps are cached; lists of keys by the list itself. */
const knownTexts = new Map<string, PathStep[]>();
const knownLists = new WeakMap<readonly string[], PathStep[]>();
const MAX_CACHED_PATHS = 5_000;

/** The steps of a path that parse-definition has accepted; an invalid one is a programming error. */
function stepsOf(source: PathSource): PathStep[] {
  const known = typeof source === "string" ? knownTexts.get(source) : knownLists.get(source);
  if (known !== undefined) return known;
  const parsed = parsePath(source);
  if (!parsed.ok) throw new Error(parsed.message);
  if (typeof source !== "string") knownLists.set(source, parsed.steps);
  else {
    if (knownTexts.size >= MAX_CACHED_PATHS) knownTexts.clear();
    knownTexts.set(source, parsed.steps);
  }
  return parsed.steps;
}

/**
 * Follows a path. `[*]` returns a list of what the rest of the path finds in each element, with lists joined; elements
 * without it are skipped. A path through null is found, as null: the API said that there is nothing.
 */
export function readPath(root: Json, source: PathSource): PathResult {
  return walk(root, stepsOf(source), 0);
}

/** Like readPath, but missing becomes null, and an XML list of one becomes its element. */
export function valueAt(root: Json, source: PathSource): Json {
  const result = readPath(root, source);
  return result.found ? single(result.value) : null;
}

function walk(value: Json, steps: PathStep[], at: number): PathResult {
  const step = steps[at];
  if (step === undefined || value === null) return { found: true, value };
  switch (step.kind) {
    case "key":
      if (value instanceof XmlList) return walkAll(value, steps, at);
      if (!isJsonObject(value)) return missing(steps, at, value);
      if (Object.hasOwn(value, step.key)) return walk(value[step.key] ?? null, steps, at + 1);
      return otherPrefix(value, step.key, steps, at);
    case "index": {
      const item = Array.isArray(value) ? value.at(step.index) : undefined;
      return item === undefined ? missing(steps, at, value) : walk(item, steps, at + 1);
    }
    case "all":
      return Array.isArray(value) ? walkAll(value, steps, at + 1) : missing(steps, at, value);
  }
}

/** In XML a prefix is only the short name of a namespace, which may be another in each answer. */
function otherPrefix(value: JsonObject, key: string, steps: PathStep[], at: number): PathResult {
  const wanted = localName(key);
  const same = Object.keys(value).filter((name) => value[name] instanceof XmlList && localName(name) === wanted);
  const [only] = same;
  return only === undefined || same.length > 1 ? missing(steps, at, value) : walk(value[only] ?? null, steps, at + 1);
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function walkAll(items: Json[], steps: PathStep[], at: number): PathResult {
  const found: Json[] = items instanceof XmlList ? new XmlList() : [];
  let firstMiss: PathResult | undefined;
  for (const item of items) {
    const result = walk(item, steps, at);
    if (!result.found) firstMiss ??= result;
    else if (at < steps.length && Array.isArray(result.value)) for (const inner of result.value) found.push(inner);
    else if (result.value !== null || at === steps.length) found.push(result.value);
  }
  return found.length === 0 && firstMiss !== undefined ? firstMiss : { found: true, value: found };
}

function missing(steps: PathStep[], at: number, value: Json): PathResult {
  return {
    found: false,
    missing: finding("path-missing", { path: textOfSteps(steps.slice(0, at + 1)), there: whatIsThere(value) }),
  };
}

const MAX_NAMED_KEYS = 8;

function whatIsThere(value: Json): Finding {
  if (Array.isArray(value)) return finding("there-is-list", { length: value.length });
  if (isJsonObject(value)) {
    const keys = Object.keys(value);
    if (keys.length === 0) return finding("there-is-empty-object", {});
    const shown = keys.slice(0, MAX_NAMED_KEYS).map((key) => cutOff(key, 40));
    return finding("there-are-keys", { keys: shown, more: keys.length - shown.length });
  }
  return finding("there-is-value", { value: cutOff(scalarText(value) ?? stringifyJson(value), 40) });
}

/** A path as text, for sentences. */
export function pathText(source: PathSource): string {
  return textOfSteps(stepsOf(source));
}

function textOfSteps(steps: PathStep[]): string {
  const text = steps
    .map((step) => (step.kind === "key" ? `.${step.key}` : step.kind === "all" ? "[*]" : `[${step.index}]`))
    .join("");
  return text.replace(/^\./, "") || "$";
}
