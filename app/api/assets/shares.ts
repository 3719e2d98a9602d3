import { z } from "zod";
import { share, sharesPage, unshare } from "../../datasets/dataset-calls.ts";
import { refuse } from "../../http/call-result.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { EARLIEST_GRANTS } from "#projections/catalogue/grant-queries.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";
import { line } from "#domain/core/text/text-schemas.ts";

const path = "/api/assets/{id}/shares";
const body = z.strictObject({ email: line(320) });

export const listShares = endpoint({
  method: "GET",
  path,
  who: "owner",
  about: "dataset",
  summary: "The people that a dataset is shared with.",
  query: listQuery(EARLIEST_GRANTS, {}),
  answers: {
    200: {
      body: z.array(
        z.strictObject({
          email: z.string(),
          name: z.string(),
          granted_at: z.string(),
          until: z.string().nullable(),
        }),
      ),
      about: "the people it is shared with",
    },
  },
  run: async (request) => {
    const { context, viewer, params, query } = request;
    const found = await sharesPage(context.platform, params.id, viewer, rangeOf(query));
    return found.ok
      ? listAnswer(request, found.value, ({ email, name, grantedAt, until }) => ({
          ...{ email, name, until },
          granted_at: grantedAt,
        }))
      : found;
  },
});

export const shareDataset = endpoint({
  method: "POST",
  path,
  who: "owner",
  about: "dataset",
  summary: "Gives somebody access to a dataset.",
  body: body.extend({
    until: line(40)
      .optional()
      .describe("When the access ends: a day (at its end in UTC) or a time. Empty: never. Absent: as it was."),
  }),
  answers: {
    201: {
      body: z.strictObject({ email: z.string(), message: z.string() }),
      location: (_, { id }: { id: string }) => `/api/assets/${id}/shares`,
    },
  },
  run: async ({ context, viewer, params, body: { email, until }, cause }) =>
    answered(await share(context.platform, { datasetId: params.id, email, until }, viewer, cause), 201, () => ({
      email,
      message: "Access granted!",
    })),
});

export const unshareDataset = endpoint({
  method: "DELETE",
  path,
  who: "owner",
  about: "dataset",
  summary: "Takes that access away.",
  query: z.strictObject({ email: body.shape.email.optional().describe("The person; or in the body.") }),
  body: body.partial(),
  answers: { 200: { body: z.strictObject({ message: z.string() }) } },
  run: async ({ context, viewer, params, query, body: sent, cause }) => {
    const email = query.email ?? sent.email;
    if (email === undefined || (sent.email !== undefined && sent.email !== email)) return refuse("email-unclear");
    return answered(await unshare(context.platform, params.id, email, viewer, cause), 200, () => ({
      message: "The access was removed.",
    }));
  },
});
