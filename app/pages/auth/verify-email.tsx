import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { verify } from "../../account/auth-calls.ts";
import { readReturn, returnCookie } from "../../cookies.server.ts";
import { causeOf } from "../../http/cause.ts";
import { useActionData } from "@remix-run/react";
import { orFault } from "../../http/or-fault.ts";
import { redirectTo, refusedButton } from "../../http/forms/page.ts";
import { VerifyEmailView } from "./verify-email-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () => [
  ...pageMeta({ title: "Verify e-mail | Tributary", noindex: true }),
  { name: "referrer", content: "no-referrer" },
];

/**
 * Redirects to Login, and from there to the page from which the user registered. A link of a new address leads to the
 * account.
 */
export async function action({ params, context }: ActionFunctionArgs) {
  const result = await orFault(context, "Error verifying.", () =>
    verify(context, params["token"] ?? "", causeOf(context)),
  );
  if (!result.ok && result.status === 500) return refusedButton(result, "/register");
  const cameFrom = await readReturn(context.facts.cookies);
  if (result.ok && result.value.goOn.startsWith("/login?") && cameFrom !== undefined) {
    return redirectTo(`${result.value.goOn}&redirect=${encodeURIComponent(cameFrom)}`, undefined, [
      await returnCookie(undefined),
    ]);
  }
  if (result.ok)
    return redirectTo(
      result.value.goOn,
      result.value.changed ? { kind: "success", text: result.value.message } : undefined,
    );
  return result.status === 409
    ? redirectTo(context.viewer ? "/account" : "/login", { kind: "error", text: result.error })
    : redirectTo("/register", { kind: "error", text: "Verification failed" });
}

export default function VerifyEmail() {
  return <VerifyEmailView form={useActionData<typeof action>()?.form} />;
}
