import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { verify } from "../../account/auth-calls.ts";
import { causeOf } from "../../http/cause.ts";
import { goOn } from "../../http/page.ts";
import { VerifyEmailView } from "./verify-email-view.tsx";

export const meta: MetaFunction = () => [{ title: "Verify e-mail | Tributary" }, { name: "referrer", content: "no-referrer" }];

export async function action({ params, context }: ActionFunctionArgs) {
  const result = await verify(context, params["token"] ?? "", causeOf(context));
  return result.ok ? goOn(result.value.goOn) : goOn("/register", { kind: "error", text: "Verification failed" });
}

export default function VerifyEmail() {
  return <VerifyEmailView />;
}
