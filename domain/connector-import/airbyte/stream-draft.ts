import { type Finding, finding } from "../../core/findings/finding.ts";
import { type ImportLoss, type ImportNote, lossAt, type LooseObject, noteAt } from "../imported.ts";
import type { Rendered, Scope } from "./expression/template.ts";
import { render } from "./expression/template.ts";
import type { Component, Placed } from "./manifest.ts";
import { RowFields } from "./row-fields.ts";
import type { Settings } from "./settings/spec-settings.ts";

/** Losses and notes that are kept of one stream. */
const MOST_TOLD = 500;

/** A loss of one stream. `rows`: rows would be missing, so the stream is not taken. */
export type StreamLoss = ImportLoss & { readonly rows: boolean };

/** One stream while it becomes an operation. */
export class StreamDraft implements Scope {
  readonly name: string;
  readonly settings: Settings;
  readonly slice = new Map<string, string>();
  readonly notes: ImportNote[] = [];
  readonly losses: StreamLoss[] = [];
  readonly query: LooseObject = {};
  readonly headers: LooseObject = {};
  readonly forEach: LooseObject = {};
  /** Names of `for_each` that may not be needed, and what a parent must do for one that is. */
  readonly spareNames = new Map<string, () => void>();
  readonly includeFromParent = new Set<string>();
  /** The paths or columns in the row of fields that the source adds; null for those that are lost. */
  readonly addedFields = new Map<string, string | null>();
  readonly fields = new RowFields();
  /** Columns that the source adds to the fields of its rows, and fields that it removes. */
  readonly columns: LooseObject[] = [];
  readonly dropped: (string | string[])[] = [];
  /** Where a page is named, if the request itself says so. */
  pageToken: { readonly in: "query" | "header" | "body"; readonly name: string } | null = null;
  /** Filters of the source see rows after the transformations, unless they say otherwise. */
  transformsFirst = false;
  /** A filter of the source drops rows that are older than the start. */
  dropsOlder = false;
  /** Each run reads everything, so that nothing is missed. */
  readsWhole = false;
  method: "GET" | "POST" = "GET";
  body: LooseObject | string | null = null;

  constructor(name: string, settings: Settings) {
    this.name = name;
    this.settings = settings;
  }

  note(place: string, found: Finding): void {
    if (this.notes.length < MOST_TOLD) this.notes.push(noteAt(place, found));
  }

  /** Something without which rows would be missing. */
  loseRows(place: string, feature: string, found: Finding): void {
    this.#lose({ ...lossAt(place, feature, found), rows: true });
  }

  /** Something without which fields are missing, or rows come that the source leaves out. */
  lose(place: string, feature: string, found: Finding): void {
    this.#lose({ ...lossAt(place, feature, found), rows: false });
  }

  /** The first loss of rows is always among those that are kept. */
  #lose(loss: StreamLoss): void {
    if (this.losses.length < MOST_TOLD) this.losses.push(loss);
    else if (loss.rows && !this.losses.some(({ rows }) => rows)) this.losses[0] = loss;
  }

  /** A text with placeholders; null, with a loss of rows, if an expression of it has no form here. */
  text(at: Placed, component: Component): string | null {
    const made: Rendered = render(at, component, this);
    if (made.ok) return made.text;
    this.loseRows(at.place, "expression", made.lost);
    return null;
  }

  /** The column with the value of a name of `for_each`. */
  columnOf(name: string): string {
    const source = this.forEach[name];
    const dot = typeof source === "string" && !source.startsWith("{") ? source.indexOf(".") : -1;
    return dot < 0 ? name : String(source).replaceAll(".", "__");
  }

  /** Puts a value where a source injects it into requests. */
  inject(option: Component, value: string): void {
    const at = optionOf(option, this);
    if (at === null)
      return this.loseRows(option.place, "request-option", finding("part-missing", { part: "value-place" }));
    if (at.in === "query") this.query[at.name] = value;
    else if (at.in === "header") this.headers[at.name] = value;
    else this.setInBody(at.name, value, option.place);
  }

  /** Sets a member of the body by a path with dots. */
  setInBody(path: string, value: LooseObject[string], place: string): void {
    if (this.method !== "POST" || typeof this.body === "string")
      return this.loseRows(place, "request-option", finding("value-not-in-body", {}));
    this.body ??= {};
    let at: LooseObject = this.body;
    const keys = path.split(".");
    const last = keys.pop() ?? path;
    for (const key of keys) {
      const inner = at[key];
      const next = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner : {};
      at[key] = next;
      at = next;
    }
    at[last] = value;
  }
}

/** Where a request option puts its value; null if it names no place. */
export function optionOf(
  option: Component,
  draft: Pick<StreamDraft, "text">,
): { in: "query" | "header" | "body"; name: string } | null {
  const path = option.list("field_path");
  const field = option.at("field_name");
  const parts = (path.length > 0 ? path : field === null ? [] : [field]).map((each) => draft.text(each, option));
  if (parts.length === 0 || parts.some((part) => part === null || part === "")) return null;
  const name = parts.join(".");
  switch (option.text("inject_into")) {
    case "request_parameter":
      return { in: "query", name };
    case "header":
      return { in: "header", name };
    case "body_json":
    case "body_data":
      return { in: "body", name };
    case null:
    default:
      return null;
  }
}
