import { z } from "zod";
import { ROLES } from "#domain/user/events.ts";
import { NEWEST_USERS } from "#projections/users/queries.ts";
import { changeRole, usersPage } from "../../administration/user-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";
import { userBody, userShape } from "../shapes/user-shape.ts";

const role = z.enum(ROLES, "The roles are admin, auditor and editor.");
const path = "/api/admin/users/{id}/roles";
const answers = { 200: { body: z.strictObject({ id: z.string(), roles: z.array(z.string()) }) } };

export const listUsers = endpoint({
  method: "GET",
  path: "/api/admin/users",
  who: "admin",
  summary: "The users, the newest first.",
  query: listQuery(NEWEST_USERS, {
    search: z.string().max(200).prefault("").describe("A part of the name or the e-mail address."),
    role: role.optional().describe("Only users with this role."),
  }),
  answers: { 200: { body: z.array(userBody), about: "the users" } },
  run: async (request) => {
    const { context, query } = request;
    const filter = { search: query.search.trim(), role: query.role ?? null };
    return listAnswer(request, await usersPage(context.platform, filter, rangeOf(query)), userShape);
  },
});

export const giveRole = endpoint({
  method: "POST",
  path,
  who: "admin",
  summary: "Gives a user a role.",
  body: z.strictObject({ role }),
  answers,
  run: async ({ context, params: { id }, body, cause }) =>
    answered(await changeRole(context.platform, { userId: id, role: body.role, held: true }, cause), 200, (roles) => ({
      id,
      roles,
    })),
});

export const removeRole = endpoint({
  method: "DELETE",
  path,
  who: "admin",
  summary: "Takes a role away from a user.",
  body: z.strictObject({ role }),
  answers,
  run: async ({ context, params: { id }, body, cause }) =>
    answered(await changeRole(context.platform, { userId: id, role: body.role, held: false }, cause), 200, (roles) => ({
      id,
      roles,
    })),
});
