import { storableText } from "../text/storable.ts";
import { cutText } from "../text/text.ts";
import type { JsonObject, JsonValue } from "../values/json.ts";
import { answerFindings } from "./kinds/answer-findings.ts";
import { callFindings } from "./kinds/call-findings.ts";
import { curlFindings } from "./kinds/imports/curl-findings.ts";
import { documentFindings } from "./kinds/imports/document-findings.ts";
import { type FactKind, type FactsOf, type Finding, type FindingKind, kind } from "./finding-kind.ts";
import { pagingFindings } from "./kinds/paging-findings.ts";
import { placeFindings } from "./kinds/imports/place-findings.ts";
import { requestListFindings } from "./kinds/imports/request-list-findings.ts";
import { streamFindings } from "./kinds/imports/stream-findings.ts";
import { readingFindings } from "./kinds/reading-findings.ts";
import { recordFindings } from "./kinds/record-findings.ts";
import { requestFindings } from "./kinds/request-findings.ts";
import { rowFindings } from "./kinds/row-findings.ts";
import { settingFindings } from "./kinds/setting-findings.ts";
import { signInFindings } from "./kinds/sign-in-findings.ts";

export type { Finding } from "./finding-kind.ts";

/** Every kind of finding by its code. Codes and facts are stored for ever: a kind is added, never changed. */
export const FINDINGS = {
  ...requestFindings,
  ...signInFindings,
  ...callFindings,
  ...answerFindings,
  ...recordFindings,
  ...pagingFindings,
  ...readingFindings,
  ...rowFindings,
  ...settingFindings,
  ...documentFindings,
  ...curlFindings,
  ...streamFindings,
  ...requestListFindings,
  ...placeFindings,
  /** Stored before findings had codes: the sentence of that time. */
  unknown: kind({ sentence: "sentence" }, ({ sentence }) => sentence),
};
export type FindingCode = keyof typeof FINDINGS;
/** The codes of findings without facts. */
export type PlainCode = {
  [C in FindingCode]: keyof (typeof FINDINGS)[C]["facts"] extends never ? C : never;
}[FindingCode];

/** Longest text among the facts, in characters: a longer one is cut. */
export const MAX_FACT_CHARS = 1_024;
/** Most texts or findings of one fact. */
export const MAX_FACT_ITEMS = 100;

/** Makes a finding. Long facts are cut; texts of an API must be masked before they are stored. */
export function finding<C extends FindingCode>(code: C, facts: FactsOf<(typeof FINDINGS)[C]["facts"]>): Finding {
  const bounded = Object.entries(facts as Finding["facts"]).map(([name, fact]) => [name, boundedFact(fact)]);
  return { code, facts: Object.fromEntries(bounded) as Finding["facts"] };
}

/**
 * The mark at a cut tells masks that a secret may be cut off there. A number that no event takes becomes the nearest one
 * that it does: what was found is told all the same.
 */
function boundedFact(fact: Finding["facts"][string] | undefined): unknown {
  if (typeof fact === "string" && fact.length > MAX_FACT_CHARS) return `${cutText(fact, MAX_FACT_CHARS - 1)}…`;
  if (typeof fact === "number") return boundedNumber(fact);
  return Array.isArray(fact) ? fact.slice(0, MAX_FACT_ITEMS).map(boundedFact) : fact;
}

/** JSON has no infinity, and from the largest safe number on whole numbers are not exact. */
function boundedNumber(fact: number): number {
  if (Number.isNaN(fact)) return 0;
  const isSmall = Number.isFinite(fact) && !Number.isInteger(fact);
  return isSmall ? fact : Math.min(Math.max(fact, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

/** Makes the finding of an event of before findings had codes. */
export function unknownFinding(sentence: JsonValue | undefined): Finding {
  return { code: "unknown", facts: { sentence: typeof sentence === "string" ? sentence : "" } };
}

/** Writes the sentence of a finding. It is the code where only another program knows it or its facts. Never throws. */
export function findingSentence({ code, facts }: Finding): string {
  const known: FindingKind | undefined = Object.hasOwn(FINDINGS, code) ? FINDINGS[code as FindingCode] : undefined;
  if (known === undefined || !isFacts(facts, known.facts)) return code;
  return known.say(facts, findingSentence);
}

function isFacts(facts: unknown, kinds: FindingKind["facts"]): facts is Finding["facts"] {
  if (typeof facts !== "object" || facts === null) return false;
  return Object.entries(kinds).every(
    ([name, of]) => Object.hasOwn(facts, name) && IS_FACT[of]((facts as JsonObject)[name]),
  );
}

const isText = (fact: unknown): boolean => typeof fact === "string";
const isFoundFact = (fact: unknown): boolean => typeof fact === "object" && fact !== null && isFound(fact);
/** Whether a value is a fact of a kind. */
const IS_FACT: { readonly [K in FactKind]: (fact: unknown) => boolean } = {
  text: isText,
  "text?": (fact) => fact === null || isText(fact),
  number: (fact) => typeof fact === "number",
  texts: (fact) => Array.isArray(fact) && fact.every(isText),
  finding: isFoundFact,
  "finding?": (fact) => fact === null || isFoundFact(fact),
  findings: (fact) => Array.isArray(fact) && fact.every(isFoundFact),
  sentence: isText,
};

type Found = { readonly code: string; readonly facts: object };

/** Changes each text among the facts of a finding or failure, and of the findings within; codes stay. */
export function mapTexts<F extends Found>(found: F, change: (text: string) => string): F {
  return { ...found, facts: changed(found.facts as JsonObject, change) };
}

/** Makes a finding or failure with texts from outside fit for an event. */
export function storableFinding<F extends Found>(found: F): F {
  return mapTexts(found, (text) => storableText(cutText(text, MAX_FACT_CHARS)));
}

function changed(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === "string") return change(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((each: JsonValue) => changed(each, change));
  return isFound(value)
    ? mapTexts(value, change)
    : Object.fromEntries(Object.entries(value as JsonObject).map(([name, each]) => [name, changed(each, change)]));
}

function isFound(value: object): value is Found {
  return "code" in value && "facts" in value && typeof value.code === "string";
}

/** Tells whether a value is a finding of a known code. */
export function isFinding(value: unknown): value is Finding {
  return typeof value === "object" && value !== null && isFound(value) && Object.hasOwn(FINDINGS, value.code);
}
