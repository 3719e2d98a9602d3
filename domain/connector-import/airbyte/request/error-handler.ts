import { type Finding, finding } from "../../../core/findings/finding.ts";
import type { LooseObject } from "../../imported.ts";
import { storedExpressions, storedWord } from "../../stored-texts.ts";
import { type About, allOf, matchersOf, placesBelow } from "../expression/condition.ts";
import { onlyExpression } from "../expression/template.ts";
import type { Component } from "../manifest.ts";
import type { StreamDraft } from "../stream-draft.ts";

const MAX_HANDLERS = 20;
const MOST_RULES = 50;
const MAX_WAIT_SECONDS = 3_600;
const ACTIONS: Readonly<Record<string, string>> = {
  IGNORE: "ignore",
  SUCCESS: "ignore",
  RETRY: "retry",
  RATE_LIMITED: "retry",
  FAIL: "fail",
};

const ABOUT_ANSWER: About = { place: placesBelow("response"), text: () => null };

/** Reads what errors mean into keys of an operation. */
export function readErrorHandler(requester: Component, draft: StreamDraft): LooseObject {
  const made: LooseObject = {};
  const rules: LooseObject[] = [];
  for (const handler of handlersOf(requester.component("error_handler"), draft)) {
    const wait = readBackoff(handler, made, draft);
    const retries = Number(handler.at("max_retries")?.value ?? NaN);
    if (Number.isInteger(retries) && retries >= 0)
      made.retry = { ...(made.retry as LooseObject | undefined), max_attempts: Math.min(20, retries + 1) };
    for (const filter of handler.components("response_filters")) {
      const rule = ruleOf(filter, wait, draft);
      if (rule !== null) rules.push(...rule);
    }
  }
  if (rules.length > MOST_RULES)
    draft.note(requester.placeOf("error_handler"), finding("error-rules-left-out", { limit: MOST_RULES }));
  if (rules.length > 0) made.response_actions = rules.slice(0, MOST_RULES);
  return made;
}

/** The handlers in the order in which they are asked. */
function handlersOf(first: Component | null, draft: StreamDraft): Component[] {
  const handlers: Component[] = [];
  const queue = first === null ? [] : [first];
  for (let count = 0; queue.length > 0 && count < MAX_HANDLERS; count += 1) {
    const handler = queue.shift();
    if (handler === undefined) break;
    if (handler.type() === "CompositeErrorHandler") queue.unshift(...handler.components("error_handlers"));
    else if (handler.isCustom()) draft.note(handler.place, finding("program-code", { part: "error-handler" }));
    else handlers.push(handler);
  }
  return handlers;
}

/** The fixed wait between tries, in seconds, if there is one. */
function readBackoff(handler: Component, made: LooseObject, draft: StreamDraft): number | null {
  let wait: number | null = null;
  for (const strategy of handler.components("backoff_strategies")) {
    const type = strategy.type();
    const header = strategy.text("header");
    if (type === "ConstantBackoffStrategy") {
      const seconds = Number(strategy.at("backoff_time_in_seconds")?.value ?? NaN);
      if (seconds >= 0) wait ??= Math.min(seconds, MAX_WAIT_SECONDS);
    } else if ((type === "WaitTimeFromHeader" || type === "WaitUntilTimeFromHeader") && header !== null) {
      if (!/^retry-after$/i.test(header) && header.length <= 200 && !header.includes("{{"))
        made.retry = { ...(made.retry as LooseObject | undefined), wait_header: header };
    } else if (strategy.isCustom()) draft.note(strategy.place, finding("program-code", { part: "wait" }));
  }
  return wait;
}

function ruleOf(filter: Component, wait: number | null, draft: StreamDraft): LooseObject[] | null {
  const word = filter.text("action") ?? "FAIL";
  const action = ACTIONS[word];
  const says = (found: Finding) => {
    draft.note(filter.place, found);
    return null;
  };
  if (action === undefined) return says(finding("error-action-unsupported", { action: storedWord(word) }));
  const words = filter.at("error_message_contains");
  if (words !== null && (typeof words.value !== "string" || words.value === "" || words.value.includes("{")))
    return says(finding("error-words-unsupported", {}));
  const codes = filter.list("http_codes").map(({ value }) => Number(value));
  // A good answer is read anyway; to ignore it would drop its rows.
  const isSuccess = word === "SUCCESS";
  const status = codes
    .filter((code) => Number.isInteger(code) && code >= (isSuccess ? 300 : 100) && code <= 599)
    .slice(0, 50);
  const predicate = filter.at("predicate");
  const expression = typeof predicate?.value === "string" ? onlyExpression(predicate.value) : null;
  const matchers = predicate === null ? [] : expression === null ? null : matchersOf(expression, ABOUT_ANSWER);
  if (matchers === null)
    return says(finding("error-condition-unsupported", { condition: storedExpressions(predicate?.value) }));
  const pause: LooseObject = action === "retry" && wait !== null ? { wait } : {};
  const matcher = allOf(matchers);
  // In the source the code, the condition or the words are enough.
  const rules = [
    ...(status.length > 0 ? [{ status, action, ...pause }] : []),
    ...(matchers.length === 0
      ? []
      : [
          ...(isSuccess ? [] : [{ ...matcher, action, ...pause }]),
          { ...matcher, status: ["4xx", "5xx"], action, ...pause },
        ]),
    ...(words === null ? [] : [{ status: ["4xx", "5xx"], contains: words.value, action, ...pause }]),
  ];
  if (isSuccess && rules.length > 0) says(finding("status-counts-as-empty", {}));
  return rules.length === 0 ? null : rules;
}
