import { type CallResult, refuse } from "../call-result.ts";
import type { Request } from "express";
import { z } from "zod";
import { nearest } from "#domain/core/text/nearest.ts";
import type { Cursor } from "#domain/core/lists/list-page.ts";
import { type ListOrder, readListCursor } from "#domain/core/lists/list-order.ts";
import { ITEM_SORTS } from "#projections/catalogue/queries.ts";
import { cutText } from "#domain/core/text/text.ts";
import { checked } from "./json-body.ts";

/** The parameters of a call: each occurs once, as a text that the schema parses. */
export type QuerySchema = z.ZodObject;

/** For a call without parameters. */
export const NO_PARAMETERS = z.strictObject({});

const MAX_LIMIT = 1_000;
const WINDOW_FAULT = `page and limit are whole numbers from 1, limit at most ${MAX_LIMIT}.`;
const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, WINDOW_FAULT)
  .transform(Number);

/** The parameters of a list that is read by page numbers: the number and its length. */
export const pageQuery = {
  page: wholeNumber.prefault("1"),
  limit: wholeNumber.refine((limit) => limit <= MAX_LIMIT, WINDOW_FAULT).prefault("100"),
};

/**
 * The parameters of a list in this order, and others of its own: it is read from cursor to cursor, by the Link header, or
 * by page numbers.
 */
export function listQuery<S extends z.ZodRawShape>(order: ListOrder, others: S) {
  const after = z.string().transform((text, { addIssue }): Cursor => {
    const cursor = readListCursor(text, order);
    if (cursor === null) addIssue("after takes a cursor from a Link header of this list.");
    return cursor ?? [];
  });
  return z
    .strictObject({
      page: wholeNumber.optional().describe("A page by its number; without it the list goes on by the Link header."),
      limit: pageQuery.limit,
      after: after.optional().describe("A cursor of a Link header: the page after it."),
      ...others,
    })
    .refine((asked: { readonly page?: unknown; readonly after?: unknown }) => !("page" in asked && "after" in asked), {
      path: ["after"],
      error: "page and after do not go together.",
    });
}

/** A parameter that may be given several times. */
export const several = z.array(z.string().trim().min(1).max(100)).max(50);

/** The parameters of a list of the catalogue: without `page` it is read from cursor to cursor, by the Link header. */
export const catalogueQuery = {
  page: wholeNumber.optional().describe("A page by its number, within the first 10,000 items; X-Total-Count is sent."),
  limit: pageQuery.limit.describe("Items on a page; more than 100 count as 100."),
  after: z.string().optional().describe("A cursor of a Link header: the page after it."),
  before: z.string().optional().describe("A cursor of a Link header: the page before it."),
  total: z.enum(["true", "false"]).prefault("false").describe("true: X-Total-Count is sent."),
  search: z.string().prefault("").describe("Words of title, keywords, columns, category, author or description."),
  category: several.optional().describe("Only items of this category, or of these."),
  sort: z
    .enum(ITEM_SORTS)
    .prefault("newest")
    .describe(
      "The order. relevance is for searches. Another order than newest is made of the newest 500 matches of a search.",
    ),
  updated_since: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], "updated_since is a date or a time in ISO 8601.")
    .optional()
    .describe("Only items whose rows or card have changed since then."),
};

/** How JSON holds exact numbers: as numbers, or as texts for readers that would round them (docs/notes/030). */
export const exactNumbersQuery = { bigint: z.enum(["number", "string"]).prefault("number") };

/** The parameters of a request outside Remix. */
export function queryOf(req: Request): URLSearchParams {
  return new URL(req.originalUrl, "http://local.invalid").searchParams;
}

/** Parses the parameters of a URL. Unknown ones are refused: a misspelt one would change the meaning of the call. */
export function readQuery<S extends QuerySchema>(params: URLSearchParams, schema: S): CallResult<z.output<S>> {
  const lists = listParameters(schema);
  const fault = unknownParameter(params, Object.keys(schema.shape)) ?? repeatedParameter(params, lists);
  if (fault !== null) return refuse("parameter-unknown", { message: fault });
  const given = lists.flatMap((name) => (params.has(name) ? [[name, params.getAll(name)] as const] : []));
  return checked({ ...Object.fromEntries(params), ...Object.fromEntries(given) }, schema) as CallResult<z.output<S>>;
}

/** The names of the parameters that may be given several times. */
export function listParameters({ shape }: QuerySchema): readonly string[] {
  const isList = (field: unknown): boolean =>
    field instanceof z.ZodArray || (field instanceof z.ZodOptional && isList(field.unwrap()));
  return Object.keys(shape).filter((name) => isList(shape[name]));
}

/** The sentence about the first unknown parameter; null if all are known. */
function unknownParameter(params: URLSearchParams, known: readonly string[]): string | null {
  const unknown = [...params.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return null;
  const meant = nearest(unknown, known);
  return `Unknown parameter ${cutText(unknown, 60)}. ${meant === null ? listed(known) : `Did you mean ${meant}?`}`;
}

function listed(known: readonly string[]): string {
  if (known.length === 0) return "There are no parameters here.";
  return known.length === 1
    ? `The only parameter here is ${known[0]}.`
    : `The parameters here are ${known.slice(0, -1).join(", ")} and ${known.at(-1)}.`;
}

function repeatedParameter(params: URLSearchParams, lists: readonly string[]): string | null {
  const names = [...params.keys()].filter((name) => !lists.includes(name));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? null : `The parameter ${cutText(twice, 60)} is given twice.`;
}
