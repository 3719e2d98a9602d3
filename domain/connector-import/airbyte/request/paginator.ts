import { finding } from "../../../core/findings/finding.ts";
import type { LooseObject } from "../../imported.ts";
import { storedWord, unwritable } from "../../stored-texts.ts";
import { pathOf } from "../expression/condition.ts";
import type { Expression } from "../expression/expression.ts";
import { onlyExpression } from "../expression/template.ts";
import type { Component } from "../manifest.ts";
import { optionOf, type StreamDraft } from "../stream-draft.ts";

const MAX_PAGE_ROWS = 1_000_000;
type Steps = readonly (string | number)[];
/** Where the parameters of paging go. */
type Carrier = { readonly in: "query" | "header" | "body"; readonly name: string };

/** Reads the paginator of a retriever; null without paging. `rows`: the path to the records. */
export function readPaginator(retriever: Component, rows: Steps | null, draft: StreamDraft): LooseObject | null {
  const paginator = retriever.component("paginator");
  if (paginator === null || paginator.type("DefaultPaginator") === "NoPagination") return null;
  const strategy = paginator.component("pagination_strategy");
  if (strategy === null || strategy.isCustom() || paginator.isCustom()) {
    draft.loseRows(paginator.place, "paginator", finding("program-code", { part: "paginator" }));
    return null;
  }
  const option = paginator.component("page_token_option");
  const follows = option?.type() === "RequestPath";
  const carrier = option === null ? draft.pageToken : follows ? null : optionOf(option, draft);
  const size = pageSize(strategy, draft);
  const page = pageOf(strategy, { follows, carrier, rows }, draft);
  if (page === null) return null;
  return { ...page, ...sizeOf(paginator, page, size, draft) };
}

type Asking = { readonly follows: boolean; readonly carrier: Carrier | null; readonly rows: Steps | null };

function pageOf(strategy: Component, asking: Asking, draft: StreamDraft): LooseObject | null {
  const type = strategy.type();
  if (type === "CursorPagination") return cursorOf(strategy, asking, draft);
  if (type !== "PageIncrement" && type !== "OffsetIncrement") {
    draft.loseRows(strategy.place, "paginator", finding("type-unsupported", { type: storedWord(type) }));
    return null;
  }
  const { carrier } = asking;
  if (carrier === null) {
    draft.loseRows(strategy.place, "paginator", finding("part-missing", { part: "page-place" }));
    return null;
  }
  const kind = type === "PageIncrement" ? "page" : "offset";
  const start = kind === "page" ? Number(strategy.at("start_from_page")?.value ?? 0) : 0;
  return {
    strategy: kind,
    [`${kind}_param`]: carrier.name,
    ...(kind === "page" && Number.isInteger(start) && start !== 1 ? { start: Math.max(0, start) } : {}),
    ...placeOf(carrier),
  };
}

function placeOf(carrier: Carrier): LooseObject {
  return carrier.in === "query" ? {} : { in: carrier.in };
}

function cursorOf(strategy: Component, asking: Asking, draft: StreamDraft): LooseObject | null {
  const value = strategy.at("cursor_value");
  const expression = value === null || typeof value.value !== "string" ? null : onlyExpression(value.value);
  const source = expression === null ? null : sourceOf(expression);
  if (value === null || source === null) {
    draft.loseRows(value?.place ?? strategy.place, "paginator", unwritable("cursor", value?.value));
    return null;
  }
  const { carrier } = asking;
  const end = endOf(strategy, source, asking.rows, draft);
  if (source.kind === "link") {
    if (asking.follows || carrier === null) return { strategy: "link", ...end };
    draft.loseRows(value.place, "paginator", finding("link-is-followed", {}));
    return null;
  }
  if (asking.follows) {
    if (source.kind === "response") return { strategy: "link", next_url_path: source.path, ...end };
    draft.loseRows(value.place, "paginator", finding("next-address-not-in-answer", {}));
    return null;
  }
  if (carrier === null) {
    draft.loseRows(strategy.place, "paginator", finding("part-missing", { part: "cursor-place" }));
    return null;
  }
  const from = { response: "cursor_path", row: "cursor_field", header: "cursor_header" }[source.kind];
  return { strategy: "cursor", cursor_param: carrier.name, [from]: source.path, ...end, ...placeOf(carrier) };
}

type Source =
  | { readonly kind: "response" | "row"; readonly path: string | string[]; readonly steps: Steps }
  | { readonly kind: "header"; readonly path: string; readonly steps: Steps }
  | { readonly kind: "link"; readonly steps: Steps };

/** Where the cursor of the next page is. */
function sourceOf(expression: Expression): Source | null {
  const of = expression.kind === "filter" && /^(string|int|trim)$/.test(expression.name) ? expression.of : expression;
  if (of.kind !== "path" || of.otherwise !== null) return null;
  const { root, steps } = of;
  if (root === "headers") return headerSource(steps);
  const inner = root === "last_records" && steps[0] === -1 ? steps.slice(1) : steps;
  if (root !== "response" && root !== "last_record" && inner === steps) return null;
  const path = inner.length === 0 ? null : pathOf(inner);
  return path === null ? null : { kind: root === "response" ? "response" : "row", path, steps: inner };
}

function headerSource(steps: Steps): Source | null {
  const [name, rel, url] = steps.map((step) => String(step).toLowerCase());
  if (name === "link") return rel === "next" && url === "url" ? { kind: "link", steps } : null;
  return steps.length === 1 && name !== undefined ? { kind: "header", path: String(steps[0]), steps } : null;
}

/** The key that says where the answer tells that there is no more; a loss if the condition has no form. */
function endOf(strategy: Component, source: Source, rows: Steps | null, draft: StreamDraft): LooseObject {
  const at = strategy.at("stop_condition");
  if (at === null) return {};
  const expression = typeof at.value === "string" ? onlyExpression(at.value) : null;
  const ends = expression === null ? null : endsIn(expression, source, rows);
  const paths = [...new Set(ends?.map((path) => JSON.stringify(path)))];
  if (ends === null || paths.length > 1) {
    draft.loseRows(at.place, "stop-condition", unwritable("end", at.value));
    return {};
  }
  return ends[0] === undefined ? {} : { has_more_path: ends[0] };
}

/** Where an answer says that there is no more, for each part of a condition; none for parts that a cursor ends anyway. */
function endsIn(condition: Expression, source: Source, rows: Steps | null): (string | string[])[] | null {
  if (condition.kind === "binary" && condition.operator === "or") {
    const [left, right] = [endsIn(condition.left, source, rows), endsIn(condition.right, source, rows)];
    return left === null || right === null ? null : [...left, ...right];
  }
  const denied = deniedPath(condition);
  if (denied === null) return null;
  if (denied.root === "last_page_size") return source.kind === "row" ? [] : firstRow(rows);
  const isCursor = denied.root === rootOf(source) && denied.steps.every((step, at) => step === source.steps[at]);
  if (isCursor || (source.kind === "link" && denied.root === "headers")) return [];
  if (denied.root !== "response") return null;
  if (rows !== null && rows.join("\n") === denied.steps.join("\n")) return firstRow(rows);
  const path = denied.steps.length === 0 ? null : pathOf(denied.steps);
  return path === null ? null : [path];
}

/** An answer without a first row has no more of them. */
function firstRow(rows: Steps | null): (string | string[])[] | null {
  const path = rows === null || rows.includes("*") ? null : pathOf([...rows, 0]);
  return path === null ? null : [path];
}

function rootOf(source: Source): string {
  return { response: "response", row: "last_record", header: "headers", link: "headers" }[source.kind];
}

/** The path of which a condition says that nothing, or what counts as no, is there. */
function deniedPath(condition: Expression): { root: string; steps: Steps } | null {
  if (condition.kind === "not") return pathIn(condition.of);
  if (condition.kind !== "binary") return null;
  const { operator, left, right } = condition;
  if (operator === "not in" && left.kind === "literal" && right.kind === "path")
    return { root: right.root, steps: [...right.steps, String(left.value)] };
  const path = pathIn(left);
  if (path === null || right.kind !== "literal") return null;
  const { value } = right;
  if (path.root === "last_page_size") return operator === "==" || operator === "<" || operator === "<=" ? path : null;
  if (left.kind === "filter") return operator === "==" && value === 0 ? path : null;
  const isNo =
    (operator === "==" && (value === null || value === "" || value === false || value === 0)) ||
    (operator === "is" && (value === "none" || value === "false")) ||
    (operator === "is not" && (value === "defined" || value === "true"));
  return isNo ? path : null;
}

function pathIn(expression: Expression): { root: string; steps: Steps } | null {
  const of = expression.kind === "filter" && /^(length|count)$/.test(expression.name) ? expression.of : expression;
  return of.kind === "path" ? { root: of.root, steps: of.steps } : null;
}

/** The size of a page: a number, or that which a setting has as its default. */
function pageSize(strategy: Component, draft: StreamDraft): number | null {
  const at = strategy.at("page_size");
  if (at === null) return null;
  const plain = Number(at.value);
  if (isPageSize(plain)) return plain;
  const expression = typeof at.value === "string" ? onlyExpression(at.value) : null;
  const path = expression?.kind === "path" ? expression : null;
  const written = path?.otherwise?.kind === "literal" ? path.otherwise.value : null;
  const preset = path?.root === "config" ? draft.settings.defaultOf(path.steps.map(String)) : undefined;
  const size = [preset, written].map(Number).find(isPageSize) ?? null;
  draft.note(at.place, size === null ? finding("page-size-usual", {}) : finding("page-size-fixed", { rows: size }));
  return size;
}

function isPageSize(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_PAGE_ROWS;
}

/** The parameter for the size of a page; in another place than the page itself it is sent as a fixed value. */
function sizeOf(paginator: Component, page: LooseObject, size: number | null, draft: StreamDraft): LooseObject {
  const option = paginator.component("page_size_option");
  if (option === null || size === null) return {};
  const at = optionOf(option, draft);
  if (at === null) return {};
  if (at.in === (page.in ?? "query")) return { limit_param: at.name, limit: size };
  draft.inject(option, String(size));
  return {};
}
