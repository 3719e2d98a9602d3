import { z } from "zod";
import { changeCategories } from "../../administration/category-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { line } from "#domain/core/text/text-schemas.ts";

const name = line(200);
const body = z.strictObject({ categories: z.array(z.string()) });
const shape = (categories: readonly string[]) => ({ categories });
const path = "/api/admin/categories/{category}";

export const addCategory = endpoint({
  method: "POST",
  path: "/api/admin/categories",
  who: "admin",
  summary: "Adds a category.",
  body: z.strictObject({ name }),
  answers: {
    201: {
      body,
      location: (_made, _params, { name: added }: { name: string }) =>
        `/api/admin/categories/${encodeURIComponent(added)}`,
    },
  },
  run: async ({ context, body: { name: added }, cause }) =>
    answered(await changeCategories(context.platform, { type: "add", name: added }, cause), 201, shape),
});

export const renameCategory = endpoint({
  method: "PATCH",
  path,
  who: "admin",
  summary: "Renames a category; its items move with it.",
  body: z.strictObject({ name }),
  answers: { 200: { body } },
  run: async ({ context, params, body: { name: to }, cause }) =>
    answered(
      await changeCategories(context.platform, { type: "rename", name: params.category, to }, cause),
      200,
      shape,
    ),
});

export const removeCategory = endpoint({
  method: "DELETE",
  path,
  who: "admin",
  summary: "Removes a category; its items move to Other.",
  answers: { 200: { body } },
  run: async ({ context, params, cause }) =>
    answered(await changeCategories(context.platform, { type: "remove", name: params.category }, cause), 200, shape),
});
