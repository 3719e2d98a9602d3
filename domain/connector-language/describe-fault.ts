import type { z } from "zod";

/** One thing that is wrong with a definition: where, and one sentence for its author. */
export interface Fault {
  path: string;
  message: string;
}

type Issue = z.core.$ZodIssue;

/** A path into a definition as an author reads it: `operations[0].pagination.strategy`, or `definition` for the whole. */
export function faultPath(path: readonly PropertyKey[]): string {
  const text = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
  return text.replace(/^\./, "") || "definition";
}

/** Sentences for what the schema found, one a fault; of a choice of forms, the one the author came closest to counts. */
export function describeIssues(issues: readonly Issue[]): Fault[] {
  return issues.flatMap((issue) => describe(issue, []));
}

function describe(issue: Issue, prefix: readonly PropertyKey[]): Fault[] {
  const path = [...prefix, ...issue.path];
  const at = faultPath(path);
  const say = (message: string): Fault[] => [{ path: at, message }];
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ path: faultPath([...path, key]), message: `The key "${key}" is not known here.` }));
    case "invalid_type":
      return say(issue.input === undefined && / received undefined$/.test(issue.message) ? "This key is missing." : `This must be ${article(issue.expected)}.`);
    case "invalid_value":
      return say(`This must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}.`);
    case "too_big":
      return say(`This is too large: at most ${issue.maximum}${unit(issue.origin)}.`);
    case "too_small":
      return say(`This is too small: at least ${issue.minimum}${unit(issue.origin)}.`);
    case "invalid_union":
      return closest(issue.errors, path) ?? say("This has a form that is not known here.");
    case "invalid_key":
      return say("This name is empty or too long.");
    case "invalid_format":
    case "custom":
      return say(/^[A-Z]/.test(issue.message) ? issue.message : `This ${issue.message}.`);
    default:
      return say("This value is not valid.");
  }
}

/** The alternative whose faults lie deepest is the one that the author meant. */
function closest(alternatives: readonly (readonly Issue[])[], path: readonly PropertyKey[]): Fault[] | null {
  let best: { depth: number; faults: Fault[] } | null = null;
  for (const issues of alternatives) {
    const depth = depthOf(issues);
    if (depth > (best?.depth ?? 0)) best = { depth, faults: issues.flatMap((issue) => describe(issue, path)) };
  }
  if (best !== null) return best.faults;
  const kinds = alternatives.flatMap(kindsOf);
  return kinds.length === 0 ? null : [{ path: faultPath(path), message: `This must be ${[...new Set(kinds)].join(" or ")}.` }];
}

/** 0 for an alternative of another kind than what was written; else how far into it the deepest fault lies. */
function depthOf(issues: readonly Issue[]): number {
  const depths = issues.map((issue) => {
    if (issue.path.length > 0) return issue.path.length + 1;
    if (issue.code === "invalid_union") return Math.max(0, ...issue.errors.map(depthOf));
    return issue.code === "invalid_type" || issue.code === "invalid_value" ? 0 : 1;
  });
  return depths.includes(0) ? 0 : Math.max(0, ...depths);
}

function kindsOf(issues: readonly Issue[]): string[] {
  return issues.flatMap((issue) => {
    if (issue.code === "invalid_type") return [article(issue.expected)];
    if (issue.code === "invalid_value") return [`one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`];
    return issue.code === "invalid_union" ? issue.errors.flatMap(kindsOf) : [];
  });
}

function article(expected: string): string {
  const names: Record<string, string> = { string: "a text", int: "a whole number", number: "a number", boolean: "true or false", array: "a list", object: "an object", record: "an object", null: "null" };
  return Object.hasOwn(names, expected) ? (names[expected] ?? expected) : expected;
}

function unit(origin: string): string {
  return origin === "string" ? " characters" : origin === "array" ? " entries" : "";
}
