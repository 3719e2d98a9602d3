import { z } from "zod";
import { readTimeCursor } from "#projections/drafts/queries.ts";
import { refuse } from "../../http/call-result.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { pageQuery } from "../../http/json-api/query.ts";
import { draftLineBody, draftLineShape } from "../shapes/draft-shape.ts";

export const listDrafts = endpoint({
  method: "GET",
  path: "/api/connectors/drafts",
  who: "user",
  summary: "Your open drafts.",
  query: z.strictObject({
    limit: pageQuery.limit,
    after: z.string().optional().describe("A cursor of a Link header: the page after it."),
  }),
  answers: {
    200: {
      body: z.array(draftLineBody),
      about: "your drafts, the last saved first, without dsl; GET /api/connectors/{id} has one of them whole",
    },
  },
  run: async ({ context, viewer, url, query: { limit, after } }) => {
    const cursor = after === undefined ? null : readTimeCursor(after);
    if (after !== undefined && cursor === null)
      return refuse("input-invalid", {
        message: "after takes a cursor from a Link header of this list.",
        field: "after",
      });
    const { drafts } = context.platform.queries;
    const { items, next } = await drafts.pageOfOwner(viewer.id, { limit, after: cursor });
    const target = new URL(url.pathname + url.search, context.platform.site.appUrl);
    target.searchParams.delete("after");
    const links = [`<${target.href}>; rel="first"`];
    if (next !== null) target.searchParams.set("after", next);
    if (next !== null) links.push(`<${target.href}>; rel="next"`);
    return answer(
      200,
      items.map((row) => draftLineShape(row, viewer)),
      { Link: links.join(", ") },
    );
  },
});
