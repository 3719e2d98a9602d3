import { finding } from "../../core/findings/finding.ts";
import type { LooseObject } from "../imported.ts";
import { storedExpressions, storedWord } from "../stored-texts.ts";
import { matchersOf, pathOf, placesBelow } from "./expression/condition.ts";
import type { Expression } from "./expression/expression.ts";
import { onlyExpression, renderExpression } from "./expression/template.ts";
import type { Component } from "./manifest.ts";
import { RowFields } from "./row-fields.ts";
import type { StreamDraft } from "./stream-draft.ts";

const MAX_DECODERS = 4;

/** What the records of a stream are in the language: keys of its operation, and the path to them. */
export type RecordsMade = { readonly written: LooseObject; readonly path: readonly (string | number)[] | null };

/** Reads decoder, extractor and filter of a retriever. `cursor`: the field that incremental reading compares. */
export function readRecords(retriever: Component, cursor: string | null, draft: StreamDraft): RecordsMade {
  const written: LooseObject = {};
  readDecoder(retriever.component("decoder"), draft, written, 0);
  const selector = retriever.component("record_selector");
  const extractor = selector?.component("extractor") ?? null;
  if (selector === null || extractor === null) {
    draft.loseRows(
      retriever.placeOf("record_selector"),
      "record-extractor",
      finding("part-missing", { part: "records" }),
    );
    return { written, path: null };
  }
  readFilter(selector, cursor, draft, written);
  if (extractor.type("DpathExtractor") !== "DpathExtractor" || extractor.isCustom()) {
    const what = extractor.isCustom()
      ? finding("program-code", { part: "extractor" })
      : finding("type-unsupported", { type: storedWord(extractor.type()) });
    draft.loseRows(extractor.place, "record-extractor", what);
    return { written, path: null };
  }
  const path = fieldPath(extractor, draft);
  const shown = path === null ? null : starsPath(path);
  if (path === null || shown === null) return { written, path: null };
  written.records = shown;
  readExpander(extractor, shown, draft, written);
  return { written, path };
}

function fieldPath(extractor: Component, draft: StreamDraft): string[] | null {
  const parts = extractor.list("field_path").map((at) => draft.text(at, extractor));
  return parts.every((part) => part !== null) ? parts.filter((part) => part !== "") : null;
}

/** A path in which `*` means every element. */
function starsPath(path: readonly string[]): string | string[] | null {
  if (!path.includes("*")) return pathOf(path);
  if (path.some((part) => part !== "*" && !/^[^.[\]$]+$/.test(part))) return null;
  return path
    .map((part) => (part === "*" ? "[*]" : `.${part}`))
    .join("")
    .replace(/^\./, "");
}

function readExpander(extractor: Component, path: string | string[], draft: StreamDraft, written: LooseObject): void {
  const expander = extractor.component("record_expander");
  if (expander === null) return;
  const parts = expander.list("expand_records_from_field").map((at) => draft.text(at, expander));
  const inner = parts.every((part) => part !== null) ? starsPath(parts) : null;
  if (inner === null || inner === "$" || expander.text("on_no_records") === "emit_parent")
    return draft.loseRows(expander.place, "record-expander", finding("part-unsupported", { part: "records-of-one" }));
  written.records = { path, expand: inner, optional: true };
  if (expander.at("remain_original_record")?.value === true)
    draft.lose(expander.placeOf("remain_original_record"), "record-expander", finding("outer-record-lost", {}));
}

function readDecoder(decoder: Component | null, draft: StreamDraft, written: LooseObject, depth: number): void {
  if (decoder === null) return;
  switch (decoder.type()) {
    case "JsonDecoder":
      return;
    case "JsonlDecoder":
      written.response_format = "ndjson";
      return;
    case "XmlDecoder":
      written.response_format = "xml";
      return;
    case "CsvDecoder": {
      written.response_format = "csv";
      const delimiter = decoder.text("delimiter") ?? ",";
      const plain = delimiter === "\\t" ? "\t" : delimiter;
      if (plain.length !== 1)
        return draft.loseRows(decoder.placeOf("delimiter"), "decoder", finding("delimiter-too-long", {}));
      if (plain !== ",") written.delimiter = plain;
      return;
    }
    case "GzipDecoder": {
      const inner = decoder.component("decoder") ?? decoder.component("parser");
      // The bytes of gzip are known when they come.
      if (depth < MAX_DECODERS) return readDecoder(inner, draft, written, depth + 1);
      break;
    }
    default:
      break;
  }
  const what = decoder.isCustom()
    ? finding("program-code", { part: "decoder" })
    : finding("type-unsupported", { type: storedWord(decoder.type()) });
  draft.loseRows(decoder.place, "decoder", what);
}

function readFilter(selector: Component, cursor: string | null, draft: StreamDraft, written: LooseObject): void {
  const filter = selector.component("record_filter");
  const condition = filter?.at("condition") ?? null;
  if (filter === null) return;
  if (filter.isCustom() || condition === null)
    return draft.lose(filter.place, "record-filter", finding("program-code", { part: "filter" }));
  const expression = typeof condition.value === "string" ? onlyExpression(condition.value) : null;
  const isLast = selector.at("transform_before_filtering")?.value ?? draft.transformsFirst;
  const fields = isLast === false ? new RowFields() : draft.fields;
  const matchers =
    expression === null
      ? null
      : matchersOf(expression, {
          place: placesBelow("record", fields),
          text: (part) => textOf(part, selector, draft),
          special: (part) => {
            const isNewer = isNewerThanStart(part, cursor);
            draft.dropsOlder ||= isNewer;
            return isNewer ? true : null;
          },
        });
  if (matchers !== null && matchers.length <= 50) {
    if (matchers.length > 0) written.filter = matchers;
    return;
  }
  draft.lose(
    condition.place,
    "record-filter",
    finding("filter-lost", { condition: storedExpressions(condition.value) }),
  );
}

/** A text made of settings and of what the stream goes through; null if rows cannot be compared with it. */
function textOf(expression: Expression, component: Component, draft: StreamDraft): string | null {
  const text = renderExpression(expression, component, draft, 0);
  return text === null || text === "" || text.includes("{incremental.") ? null : text;
}

/** Whether a condition says what incremental reading does anyway: that a row is not older than the start. */
function isNewerThanStart(part: Expression, cursor: string | null): boolean {
  if (part.kind !== "binary" || (part.operator !== ">=" && part.operator !== ">")) return false;
  const { left, right } = part;
  const start = right.kind === "filter" ? right.of : right;
  return (
    cursor !== null &&
    left.kind === "path" &&
    left.root === "record" &&
    left.steps.join(".") === cursor &&
    start.kind === "path" &&
    /^stream_(slice|interval|partition|state)$/.test(start.root)
  );
}
