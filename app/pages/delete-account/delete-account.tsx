import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { deleteOwnAccount } from "../../account/deletion-calls.ts";
import { causeOf } from "../../http/cause.ts";
import { readForm, redirectTo, refusedForm, text, viewerOf } from "../../http/forms/page.ts";
import { DeleteAccountView } from "./delete-account-view.tsx";

export const meta: MetaFunction = () => [{ title: "Delete account | Tributary" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { name, email } = await viewerOf(context, request);
  return { name, email };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const deleted = await deleteOwnAccount(context, text(form, "password"), viewer, causeOf(context));
  if (!deleted.ok) return refusedForm(deleted, {});
  const cookie = await context.platform.sessionDoor.close(context.session?.sid ?? null);
  return redirectTo("/", { kind: "success", text: deleted.value }, [cookie]);
}

export default function DeleteAccount() {
  return <DeleteAccountView {...useLoaderData<typeof loader>()} {...useActionData<typeof action>()} />;
}
