import { authorizationUrl } from "../../connector-language/sign-in/token-request.ts";
import { findingSentence } from "../../core/findings/finding.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import type { Ports } from "../ports.ts";
import { CONSENT_CHANGED } from "./agreed-consent.ts";
import { type ApiSignInRefusal, type AtBrowser, signInTargetOf, verifierOf } from "./sign-in-target.ts";

/** The URL of the API's sign-in page with a new state. */
export async function apiSignInUrl(
  ports: Pick<Ports, "log" | "vault" | "tokens" | "digest">,
  request: AtBrowser & { readonly instanceId: string; readonly state: string; readonly redirectUri: string },
): Promise<Result<URL, ApiSignInRefusal>> {
  const { instanceId, state, redirectUri, by, sid } = request;
  const begun = await ports.tokens.peek("api-sign-in", state);
  const target = await signInTargetOf(ports, instanceId, by);
  if (begun?.userId !== by || begun.data["sid"] !== sid || begun.data["instanceId"] !== instanceId || target === null)
    return refuse({ code: "sign-in-not-ours" });
  const verifier = await verifierOf(ports, target.auth, state);
  const challenge = verifier === null ? null : await ports.digest.sha256(verifier);
  const url = authorizationUrl(target.auth, target.values, { redirectUri, state, challenge });
  if (!url.ok) return refuse({ code: "sign-in-failed", instanceId, reason: findingSentence(url.finding) });
  // The author cannot send people to a page that they did not agree to.
  if (target.reach?.hosts.includes(url.value.origin) !== true)
    return refuse({ code: "sign-in-failed", instanceId, reason: CONSENT_CHANGED });
  return accept(url.value);
}
