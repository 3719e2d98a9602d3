import { parseUrlTemplate, renderOrigin } from "../../connector-language/json/url-template.ts";
import { secretMask } from "../../connector-language/sign-in/mask.ts";
import { aggregate } from "../../core/aggregate.ts";
import { finding, findingSentence } from "../../core/findings/finding.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { instance } from "../../instance/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { hasNoTypedCredentials } from "../rechecking/credentials-replaced.ts";
import { CONSENT_CHANGED } from "./agreed-consent.ts";
import { bindingOf, instanceTokens, type TokenPorts } from "./instance-tokens.ts";
import { askForTokens, signInWorld } from "./credentials.ts";
import { secretValues } from "./pull-input.ts";
import {
  type ApiSignInRefusal,
  type AtBrowser,
  SIGN_IN_BUSY,
  type SignInTarget,
  signInTargetOf,
  verifierOf,
} from "./sign-in-target.ts";

const CHANGED_MEANWHILE = "The connection was changed after this sign-in had begun. Sign in again.";

/** What the API's page sent back, and to which browser session. */
export type ApiSignInAnswer = AtBrowser & {
  readonly state: string;
  readonly code: string | null;
  readonly error: string | null;
  readonly issuer: string | null;
  readonly redirectUri: string;
};

/**
 * Ends a sign-in with what the API's page sent back: uses up the state, exchanges the code and stores the tokens. If
 * anything fails, the stored tokens stay.
 */
export async function finishApiSignIn(
  ports: Pick<Ports, "tokens" | "clock" | "openCalls" | "userAgent"> & TokenPorts,
  answer: ApiSignInAnswer,
  cause: Cause,
): Promise<
  Result<{ readonly instanceId: string; readonly connectorId: string; readonly host: string }, ApiSignInRefusal>
> {
  const { by, sid } = answer;
  const begun = await ports.tokens.redeem("api-sign-in", answer.state);
  if (begun?.userId !== by || begun.data["sid"] !== sid) return refuse({ code: "sign-in-not-ours" });
  const instanceId = String(begun.data["instanceId"]);
  const fail = (reason: string) => refuse({ code: "sign-in-failed" as const, instanceId, reason });
  const target = await signInTargetOf(ports, instanceId, by);
  if (target === null) return refuse({ code: "sign-in-not-ours" });
  if (target.stopped !== null) return refuse({ code: "connection-stopped", stopped: target.stopped });
  const { definition, config, auth, values, host } = target;
  if (answer.issuer !== null && !signsInAt(target, answer.issuer))
    return fail("The answer came from another sign-in page than the connector's.");
  if (answer.error === "access_denied") return fail(`You did not allow it at ${host}.`);
  if (answer.error !== null || answer.code === null)
    return fail(
      `${host} could not sign you in${answer.error !== null && /^[a-z_]{1,60}$/.test(answer.error) ? ` (${answer.error})` : ""}.`,
    );
  // The code belongs to the host and the credentials of its own sign-in: it is never sent to those of a later change.
  if (target.reach === null) return fail(CONSENT_CHANGED);
  if (begun.data["binding"] !== (await bindingOf(ports, target))) return fail(CHANGED_MEANWHILE);

  const secrets = secretValues(definition, config);
  const world = signInWorld(ports, { allowedOrigins: target.reach.hosts, secrets });
  const grant = {
    type: "authorization_code",
    code: answer.code,
    redirectUri: answer.redirectUri,
    verifier: await verifierOf(ports, auth, answer.state),
  } as const;
  const store = instanceTokens(ports, target);
  const exchanged = await store.runExclusively(async () => {
    const got = await askForTokens(world, { auth, values, secrets }, grant);
    if (got.ok) await store.write({ ...got.tokens, ended: false, since: (await ports.clock.now()).toISOString() });
    return got;
  });
  if (exchanged === "busy") return fail(SIGN_IN_BUSY);
  if (!exchanged.ok)
    return fail(secretMask(secrets)(findingSentence(finding("not-let-in", { host, why: exchanged.finding }))));
  const command = { type: "sign-in", by, host, replaced: hasNoTypedCredentials(definition, config) } as const;
  const recorded = await aggregate(ports.log, instance).handle(instanceId, command, step(cause, "sign-in"));
  return recorded.ok
    ? accept({ instanceId, connectorId: target.connectorId, host }, recorded.position)
    : refuse({ code: "instance-unknown" });
}

/**
 * Whether an issuer in the redirect (RFC 9207) is the connector's own: otherwise one API's code would be sent to
 * another.
 */
function signsInAt({ auth, values }: SignInTarget, issuer: string): boolean {
  const { authorization_url, token_url } = auth.written;
  return [authorization_url, token_url].some((template) => {
    const parsed = template === undefined ? null : parseUrlTemplate(template);
    const origin = parsed?.ok ? renderOrigin(parsed.template, values) : null;
    return origin?.ok === true && URL.canParse(issuer) && origin.value === new URL(issuer).origin;
  });
}
