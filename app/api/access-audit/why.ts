import { z } from "zod";
import { type Why, whyOf } from "../../access-audit/why-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { time as timeAsked } from "../history/history-query.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";

const id = z.string().trim().min(1).max(200);
const time = z.string().nullable();
const body = z
  .strictObject({
    item: z.strictObject({ id: z.string(), kind: z.enum(["dataset", "connector", "table"]) }),
    user_id: z.string(),
    as_of: time,
    sees: z.boolean(),
    rows: z.enum(["all", "sample", "none"]),
    rules: z.array(
      z.strictObject({
        rule: z.enum(["owner", "grant", "subscription", "public", "admin"]),
        since: time,
        by: z.string().nullable(),
        until: time,
        versions: z.array(z.number()).nullable(),
      }),
    ),
    hindrances: z.array(
      z.enum(["no-account", "missing", "deleted", "taken-down", "private", "not-ready", "grant-ended"]),
    ),
    keys: z.array(
      z.strictObject({
        id: z.string(),
        kind: z.enum(["streaming", "account"]),
        prefix: z.string(),
        last_four: z.string(),
        since: z.string(),
        scopes: z.array(z.string()),
        limited: z.boolean(),
      }),
    ),
    roles: z.array(z.string()),
    view: z
      .strictObject({
        title: z.string().nullable(),
        card: z.boolean(),
        rows: z.enum(["all", "sample", "none"]),
        stream: z.boolean().describe("Whether a key of the person opens its rows."),
        versions: z.boolean().describe("Earlier versions with their files; of a connector those that the rules name."),
        people: z.boolean().describe("Who has access, open requests, what happened."),
        offers: z.array(z.string()).describe("The buttons of its page."),
      })
      .nullable()
      .describe("What the person is shown of it; null: nothing."),
  })
  .meta({ id: "WhySeen" });

function shape({ item, userId, asOf, keys, sees, rows, rules, hindrances, roles, view }: Why) {
  return {
    ...{ item, user_id: userId, as_of: asOf, sees, rows, rules, hindrances, roles },
    view: view && { ...view, offers: [...view.offers] },
    keys: keys.map(({ lastFour, isLimited, ...key }) => ({ ...key, last_four: lastFour, limited: isLimited })),
  };
}

export const explainAccess = endpoint({
  method: "GET",
  path: "/api/audit/why",
  who: "user",
  summary:
    "Why a person sees an item, or why not, and what of it: for admins, auditors, the owner of the item, and the person.",
  query: z.strictObject({
    item: id.describe("The id of a dataset, a connector or one of its versions, or an output table."),
    user: id.optional().describe("The id, name or e-mail address of the person; without it yourself."),
    as_of: timeAsked.optional().describe("A time in ISO 8601: what the person saw then, and why."),
  }),
  answers: { 200: { body, about: "the rules that apply" } },
  run: async ({ context, viewer, query: { item, user, as_of: asOf = null } }) =>
    answered(await whyOf(context.platform, viewer, { item, person: user ?? viewer.id, asOf }), 200, shape),
});
