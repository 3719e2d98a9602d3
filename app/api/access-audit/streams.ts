import { z } from "zod";
import { LATEST_KEY_CALLS } from "#domain/core/keys/key-calls.ts";
import { type OpenedStream, openedStreams } from "../../access-audit/opened-streams.ts";
import { readableSubject } from "../../history/history-calls.ts";
import { personOf } from "../../history/person-of.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";

const body = z
  .strictObject({
    at: z.string().describe("When it ended; of calls that go on page by page, when the last one ended."),
    user: z.strictObject({ id: z.string(), name: z.string() }),
    item_id: z.string().nullable().describe("The dataset, or the instance whose output was read."),
    table: z.string(),
    version: z.number().nullable(),
    status: z.number(),
    rows: z.number().nullable().describe("Rows that were sent; null: none, or their number is not known."),
    bytes: z.number().nullable().describe("Bytes of the answer as they were sent, with its headers."),
    ms: z.number(),
    client: z.string().nullable().describe("The program's own name."),
    key: z
      .string()
      .nullable()
      .describe("Beginning and end of the key, for the user whose it is, admins and auditors; null for a token."),
  })
  .meta({ id: "OpenedStream" });

const shape = ({ itemId, ...stream }: OpenedStream) => ({ ...stream, item_id: itemId });

export const listOpenedStreams = endpoint({
  method: "GET",
  path: "/api/history/{kind}/{id}/streams",
  who: "user",
  summary:
    "Which streams were opened of a dataset or an instance, or by a user, the latest first. For the user whose it is, auditors and admins.",
  query: listQuery(LATEST_KEY_CALLS, {
    person: z
      .string()
      .max(200)
      .optional()
      .describe("Of an item: only streams that this user opened: the id, the name or the e-mail address."),
    outcome: z
      .enum(["opened", "refused"])
      .prefault("opened")
      .describe("refused: the calls of those who may not read it. Owners are told the names of people they know."),
    item: z.string().max(200).optional().describe("Of a user: only streams of this dataset or instance, by id."),
  }),
  answers: { 200: { body: z.array(body), about: "the streams" } },
  run: async (request) => {
    const { context, viewer, params, query } = request;
    const subject = await readableSubject(context.platform, viewer, params);
    if (!subject.ok) return subject;
    const { person, item = null, outcome } = query;
    const { platform } = context;
    const personId = person === undefined ? null : await personOf(platform, viewer, subject.value, person);
    const asked = { person: personId, item };
    const page = await openedStreams(platform, viewer, { subject: subject.value, asked }, rangeOf(query), { outcome });
    return listAnswer(request, page, shape);
  },
});
