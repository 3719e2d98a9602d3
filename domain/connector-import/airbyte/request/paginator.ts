import { finding } from "../../../core/findings/finding.ts";
import type { LooseObject } from "../../imported.ts";
import { storedWord, unwritable } from "../../stored-texts.ts";
import { pathOf } from "../expression/condition.ts";
import type { Expression } from "../expression/expression.ts";
import { onlyExpression } from "../expression/template.ts";
import type { Component } from "../manifest.ts";
import { endOf, type PageRows, type Source, type Steps } from "./page-end.ts";
import { optionOf, type StreamDraft } from "../stream-draft.ts";

const MAX_PAGE_ROWS = 1_000_000;
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
  const page = pageOf(strategy, { follows, carrier, rows, size }, draft);
  if (page === null) return null;
  const sized = sizeOf(paginator, page, size, draft);
  return { ...page, ...(page.stop_on_short_page === true && size !== null ? { limit: size } : {}), ...sized };
}

type Asking = PageRows & { readonly follows: boolean; readonly carrier: Carrier | null };

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
  const end = endOf(strategy, source, asking, draft);
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
