import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readForm, viewerOf } from "../../http/forms/page.ts";
import { actOnAccount } from "./account-actions.ts";
import { accountPage } from "./account-page.ts";
import { ACCOUNT_TABS, AccountView } from "./account-view.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? ACCOUNT_TABS[data.tab] : "Account"} | Tributary` },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await viewerOf(context, request);
  return accountPage(context, viewer, new URL(request.url).searchParams);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  return actOnAccount(context, viewer, await readForm(request));
}

export default function Account() {
  const answer = useActionData<typeof action>() ?? {};
  return <AccountView page={useLoaderData<typeof loader>()} {...answer} />;
}
