import type { z } from "zod";
import type { Finding } from "../../core/findings/finding.ts";

/** One fault of a definition: its path, and one sentence for the author. */
export interface Fault {
  path: string;
  message: string;
  /** The code and facts of the sentence, where it has any. */
  finding?: Finding;
  /** True if the name at the end of the path is at fault, not its value. */
  ofName?: true;
  /** Set if a secret would be where it must not be: such a definition does not run, whenever it was published. */
  ofSecrets?: Finding;
}

type Issue = z.core.$ZodIssue;
/** An issue with its whole path; for a union, the issue of the alternative that comes closest. */
export type PlacedIssue = { readonly path: readonly PropertyKey[]; readonly issue: Issue };

/** A path in a definition as authors read it: `operations[0].pagination.strategy`, or `definition` for the root. */
export function faultPath(path: readonly PropertyKey[]): string {
  const text = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
  return text.replace(/^\./, "") || "definition";
}

/** The issues of the schema with unions resolved. */
export function placedIssues(issues: readonly Issue[], prefix: readonly PropertyKey[] = []): PlacedIssue[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    const meant = issue.code === "invalid_union" ? closest(issue.errors) : null;
    return meant === null ? [{ path, issue }] : placedIssues(meant, path);
  });
}

/** The sentences for one issue. `value` is what the author wrote at its path, or undefined. */
export function describeIssue({ path, issue }: PlacedIssue, value: unknown): Fault[] {
  const say = (message: string): Fault[] => [{ path: faultPath(path), message }];
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        path: faultPath([...path, key]),
        message: unknownKey(key, path),
        ofName: true,
      }));
    case "invalid_type":
      return say(value === undefined ? "This key is missing." : ofType(issue.expected, value));
    case "invalid_value":
      return say(ofValues(issue.values, value));
    case "too_big":
    case "too_small":
      return say(sizeFault(issue));
    case "invalid_union":
      return say(value === undefined ? "This key is missing." : ofKinds(issue.errors));
    case "invalid_key":
      return [{ path: faultPath(path), message: "This name is empty or too long.", ofName: true }];
    case "invalid_format":
    case "custom":
      return say(/^must /.test(issue.message) ? `This ${issue.message}.` : issue.message);
    default:
      return say("This value is not valid.");
  }
}

function unknownKey(key: string, path: readonly PropertyKey[]): string {
  return key === "fields" && path.filter((step) => step === "fields" || step === "params_fields").length > 1
    ? "A group must not hold another group."
    : `The key "${key}" is not known here.`;
}

/**
 * The alternative with the deepest faults is the one that the author meant; null if the value is of none of their
 * kinds.
 */
function closest(alternatives: readonly (readonly Issue[])[]): readonly Issue[] | null {
  let best: { depth: number; issues: readonly Issue[] } | null = null;
  for (const issues of alternatives) {
    const depth = depthOf(issues);
    if (depth > (best?.depth ?? 0)) best = { depth, issues };
  }
  return best?.issues ?? null;
}

/** 0 if the value is of another kind; else the depth of the deepest fault. */
function depthOf(issues: readonly Issue[]): number {
  const depths = issues.map((issue) => {
    if (issue.path.length > 0) return issue.path.length + 1;
    if (issue.code === "invalid_union") return Math.max(0, ...issue.errors.map(depthOf));
    return issue.code === "invalid_type" || issue.code === "invalid_value" ? 0 : 1;
  });
  return depths.includes(0) ? 0 : Math.max(0, ...depths);
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

function article(expected: string): string {
  return Object.hasOwn(KINDS, expected) ? (KINDS[expected] ?? expected) : expected;
}

/** For a text that reads as the expected type, the advice is to remove its quotes. */
function ofType(expected: string, value: unknown): string {
  const quoted =
    typeof value === "string" &&
    (expected === "boolean"
      ? /^(true|false)$/i.test(value)
      : (expected === "number" || expected === "int") && value.trim() !== "" && Number.isFinite(Number(value)));
  if (quoted) return `This must be ${article(expected)}, without quotes.`;
  return expected === "string" && (typeof value === "number" || typeof value === "boolean")
    ? "This must be a text in double quotes."
    : `This must be ${article(expected)}.`;
}

function ofValues(values: readonly unknown[], value: unknown): string {
  const all = listed(values);
  if (value === undefined) return `This key is missing: ${all}.`;
  const alike =
    typeof value === "object"
      ? undefined
      : values.find((each) => String(each).toLowerCase() === String(value).trim().toLowerCase());
  if (alike === undefined) return `This must be ${all}.`;
  return typeof alike === "string"
    ? `This must be written ${JSON.stringify(alike)}.`
    : `This must be ${String(alike)}, without quotes.`;
}

function listed(values: readonly unknown[]): string {
  return `${values.length === 1 ? "" : "one of "}${values.map((value) => JSON.stringify(value)).join(", ")}`;
}

function ofKinds(alternatives: readonly (readonly Issue[])[]): string {
  const kinds = [...new Set(alternatives.flatMap(kindsOf))];
  return kinds.length === 0 ? "This has a form that is not known here." : `This must be ${kinds.join(" or ")}.`;
}

function kindsOf(issues: readonly Issue[]): string[] {
  return issues.flatMap((issue) => {
    if (issue.code === "invalid_type") return [article(issue.expected)];
    if (issue.code === "invalid_value") return [listed(issue.values)];
    return issue.code === "invalid_union" ? issue.errors.flatMap(kindsOf) : [];
  });
}

function sizeFault(issue: Extract<Issue, { code: "too_big" | "too_small" }>): string {
  const isText = issue.origin === "string";
  const bound = Number(issue.code === "too_big" ? issue.maximum : issue.minimum);
  const unit = isText
    ? bound === 1
      ? " character"
      : " characters"
    : issue.origin === "array"
      ? bound === 1
        ? " entry"
        : " entries"
      : "";
  if (issue.exact) return `This must be exactly ${bound}${unit}.`;
  if (issue.code === "too_small" && unit !== "" && bound === 1) return "This is empty.";
  const size = issue.code === "too_big" ? (isText ? "long" : "large") : isText ? "short" : "small";
  const least =
    issue.inclusive === false
      ? issue.code === "too_big"
        ? "less than"
        : "more than"
      : issue.code === "too_big"
        ? "at most"
        : "at least";
  return `This is too ${size}: ${least} ${bound}${unit}.`;
}
