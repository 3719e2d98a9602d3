import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { verify } from "../../account/auth-calls.ts";
import { readReturn, returnCookie } from "../../cookies.server.ts";
import { causeOf } from "../../http/cause.ts";
import { redirectTo } from "../../http/forms/page.ts";
import { VerifyEmailView } from "./verify-email-view.tsx";

export const meta: MetaFunction = () => [
  { title: "Verify e-mail | Tributary" },
  { name: "referrer", content: "no-referrer" },
];

/** Redirects to Login, and from there to the page from which the user registered. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const result = await verify(context, params["token"] ?? "", causeOf(context));
  const cameFrom = await readReturn(request);
  if (result.ok && result.value.goOn.startsWith("/login?") && cameFrom !== undefined) {
    return redirectTo(`${result.value.goOn}&redirect=${encodeURIComponent(cameFrom)}`, undefined, [
      await returnCookie(undefined),
    ]);
  }
  return result.ok
    ? redirectTo(result.value.goOn)
    : redirectTo("/register", { kind: "error", text: "Verification failed" });
}

export default function VerifyEmail() {
  return <VerifyEmailView />;
}
