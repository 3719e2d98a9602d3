import { z } from "zod";
import type { AnyItem } from "#projections/catalogue/queries.ts";
import { restoreItem, takeItemDown } from "../../administration/takedown-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { TAKEN_DOWN_BY_TITLE } from "#projections/catalogue/queries.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";
import { line, prose } from "#domain/core/text/text-schemas.ts";

const item = { id: z.string(), kind: z.enum(["dataset", "connector"]), title: z.string(), author: z.string() };
const body = z.strictObject(item);
const shape = ({ id, kind, title, author }: AnyItem) => ({ id, kind, title, author });
const path = "/api/admin/takedowns";

export const listTakedowns = endpoint({
  method: "GET",
  path,
  who: "admin",
  summary: "The datasets and connectors that admins have taken down.",
  query: listQuery(TAKEN_DOWN_BY_TITLE, {}),
  answers: { 200: { body: z.array(z.strictObject({ ...item, reason: z.string() })), about: "what is taken down" } },
  run: async (request) => {
    const { context, query } = request;
    const page = await context.platform.queries.catalogue.takenDownPage(rangeOf(query));
    return listAnswer(request, page, (each) => ({ ...shape(each), reason: each.reason }));
  },
});

export const takeDown = endpoint({
  method: "POST",
  path,
  who: "admin",
  summary: "Hides a dataset or connector from everybody but its owner and admins.",
  body: z.strictObject({ id: line(2_000), reason: prose(2_000) }),
  answers: { 201: { body, location: ({ id }: { id: string }) => `${path}/${id}` } },
  run: async ({ context, body: { id, reason }, cause }) =>
    answered(await takeItemDown(context.platform, { about: id, reason }, cause), 201, shape),
});

export const restore = endpoint({
  method: "DELETE",
  path: `${path}/{id}`,
  who: "admin",
  summary: "Shows it again.",
  answers: { 200: { body } },
  run: async ({ context, params: { id }, cause }) =>
    answered(await restoreItem(context.platform, id, cause), 200, shape),
});
