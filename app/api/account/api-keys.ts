import { z } from "zod";
import { pick } from "#domain/core/values/pick.ts";
import { SCOPES } from "#domain/core/keys/scopes.ts";
import { apiKeysPage, deleteKey, type ListedApiKey, makeApiKey, renameKey } from "../../account/api-key-calls.ts";
import { replayedFields, shownOnce } from "../../http/keys/shown-once.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { OLDEST_KEYS } from "#projections/users/queries.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";
import { line, raw } from "#domain/core/text/text-schemas.ts";

const path = "/api/users/api-keys";
const confirmingPassword = raw("a password")
  .optional()
  .describe("your password; for a key that can do more than read, if your last login was more than 15 minutes ago");
const onePath = "/api/users/api-keys/{id}";
const chosen = z.array(line(200).min(1)).optional();
const moment = z.iso.datetime({ offset: true }).nullish();
const things = z.array(z.string()).nullable();
const keySchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    key: z.string().describe("the first nine and the last four characters"),
    secretShown: z.literal(false),
    scopes: z.array(z.enum(SCOPES)),
    tables: things.describe("the only tables that it opens, by the ids of their datasets or connections"),
    connectors: things.describe("the only connectors and connections that it opens, by their ids"),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    last_used_at: z.string().nullable(),
  })
  .meta({ id: "ApiKey" });

/** An API key without its secret. */
export function keyShape(row: ListedApiKey) {
  const { publicPart: key, createdAt, expiresAt, lastUsedAt } = row;
  return {
    ...pick(row, ["id", "name", "scopes", "tables", "connectors"]),
    ...{ key, secretShown: false as const },
    ...{ created_at: createdAt, expires_at: expiresAt, last_used_at: lastUsedAt },
  };
}

export const listApiKeys = endpoint({
  method: "GET",
  path,
  who: "user",
  scope: "session",
  summary: "Your API keys, without their secrets.",
  query: listQuery(OLDEST_KEYS, {}),
  answers: { 200: { body: z.array(keySchema) } },
  run: async (request) => {
    const { context, viewer, query } = request;
    return listAnswer(request, await apiKeysPage(context.platform, viewer, rangeOf(query)), keyShape);
  },
});

export const createApiKey = endpoint({
  method: "POST",
  path,
  who: "user",
  scope: "session",
  summary: "Makes an API key for a program.",
  body: z.strictObject({
    name: line().optional().describe('absent: "Key" and its number'),
    scopes: z
      .array(z.enum(SCOPES))
      .min(1)
      .max(SCOPES.length)
      .default(["read"])
      .describe("what it may do; none includes another"),
    tables: chosen.describe(
      "names of tables, or ids of datasets or connections; with tables or connectors the key opens nothing else",
    ),
    connectors: chosen.describe("ids of connectors or of your connections, with the output tables of these"),
    expires_at: moment.describe("absent: until it is deleted"),
    expires: moment.describe("the same as expires_at"),
    password: confirmingPassword,
  }),
  answers: {
    201: {
      body: z.strictObject({
        id: z.string(),
        name: z.string(),
        key: z.string(),
        secret: shownOnce(),
        secretShown: z.boolean(),
        ...replayedFields,
      }),
      about: "with the secret, which no later answer has",
      location: ({ id }: { id: string }) => `/api/users/api-keys/${id}`,
    },
  },
  run: async ({ context, viewer, body, cause }) => {
    const { expires_at, expires = expires_at, name = "", ...asked } = body;
    const expiresAt = expires ? new Date(expires) : null;
    return answered(
      await makeApiKey(context, { ...asked, name, expiresAt }, viewer, cause),
      201,
      ({ id, name: given, publicPart: key, secret }) => ({
        ...{ id, name: given, key, secret },
        secretShown: true,
      }),
    );
  },
});

export const renameApiKey = endpoint({
  method: "PATCH",
  path: onePath,
  who: "user",
  scope: "session",
  summary: "Renames one of your API keys.",
  body: z.strictObject({ name: line() }),
  answers: { 200: { body: z.strictObject({ id: z.string(), name: z.string(), key: z.string() }) } },
  run: async ({ context, viewer, params: { id }, body: { name }, cause }) =>
    answered(await renameKey(context.platform, { id, name }, viewer, cause), 200, ({ publicPart: key, ...shown }) => ({
      ...shown,
      key,
    })),
});

export const deleteApiKey = endpoint({
  method: "DELETE",
  path: onePath,
  who: "user",
  scope: "session",
  summary: "Deletes one of your API keys; it stops working at once.",
  answers: { 200: { body: z.strictObject({ message: z.string() }) } },
  run: async ({ context, viewer, params: { id }, cause }) =>
    answered(await deleteKey(context.platform, id, viewer, cause), 200, () => ({ message: "Key deleted" })),
});
