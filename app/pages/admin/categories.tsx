import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DEFAULT_CATEGORY, OTHER } from "#domain/category/events.ts";
import { changeCategories } from "../../administration/category-calls.ts";
import { refuse } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { readForm, redirectWithMessage, refusedForm, text } from "../../http/forms/page.ts";
import { adminMeta } from "./admin-frame.tsx";
import { adminOf } from "./admin-page.ts";
import { type CategoriesPage, CategoriesView } from "./categories-view.tsx";

export const meta = adminMeta("Categories");

const HERE = "/admin/categories";

export async function loader({ request, context }: LoaderFunctionArgs): Promise<CategoriesPage> {
  await adminOf(context, request);
  const categories = await context.platform.queries.catalogue.countedCategories();
  return {
    categories: categories.map(({ name, items }) => ({
      ...{ name, items },
      fixed: name === DEFAULT_CATEGORY || name === OTHER,
    })),
  };
}

/** Posts `intent`: add (`name`), rename (`category`, `name`), remove (`category`). */
export async function action({ request, context }: ActionFunctionArgs) {
  await adminOf(context, request);
  const form = await readForm(request);
  const asked = commandOf(form);
  if (asked === null) return refusedForm(refuse("form-unknown"), form);
  const changed = await changeCategories(context.platform, asked.command, causeOf(context));
  return changed.ok ? redirectWithMessage.success(HERE, asked.done) : refusedForm(changed, form);
}

function commandOf(form: FormData) {
  const [category, name] = [text(form, "category"), text(form, "name").trim()];
  switch (text(form, "intent")) {
    case "add":
      return { command: { type: "add", name }, done: `${name} was added.` } as const;
    case "rename":
      return { command: { type: "rename", name: category, to: name }, done: `${category} is now ${name}.` } as const;
    case "remove":
      return {
        command: { type: "remove", name: category },
        done: `${category} was removed. Its items are in ${OTHER} now.`,
      } as const;
    default:
      return null;
  }
}

export default function Categories() {
  const answer = useActionData<typeof action>();
  return <CategoriesView {...useLoaderData<typeof loader>()} {...(answer ? { form: answer.form } : {})} />;
}
