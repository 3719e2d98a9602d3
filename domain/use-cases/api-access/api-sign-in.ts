import { type Consent, consentOf } from "../../connector-language/consent/consent.ts";
import { type Auth, chosenAuth } from "../../connector-language/definition/definition.ts";
import { secretMask } from "../../connector-language/sign-in/mask.ts";
import type { Values } from "../../connector-language/json/placeholders.ts";
import { declaredValues } from "../../connector-language/engine/pull-context.ts";
import { signInHost, signsInByBrowser } from "../../connector-language/sign-in/sign-in.ts";
import { authorizationUrl, usesPkce } from "../../connector-language/sign-in/token-request.ts";
import { parseUrlTemplate, renderOrigin } from "../../connector-language/json/url-template.ts";
import { dispatch } from "../../core/dispatch.ts";
import type { OneTimeTokens } from "../../core/ports/identity-ports.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import { instance } from "../../instance/decider.ts";
import { agreedConsent, CONSENT_CHANGED, isAgreed } from "../connecting/agreed-consent.ts";
import { type Connection, connectionTokens, dropTokens, type TokenPorts } from "./connection-tokens.ts";
import { askForTokens, signInWorld } from "./credentials.ts";
import { EMPTY_CONFIG, readConfig } from "../connecting/instance-config.ts";
import { loadDefinition } from "../authoring/load-connector.ts";
import { loadInstance } from "../connecting/load-instance.ts";
import type { OpenCalls } from "./open-calls.ts";
import { secretValues, valuesOfPull } from "./pull-input.ts";
import { type Cause, done, type Outcome, refused, step } from "../step.ts";
import { streams } from "../streams.ts";

export type ApiSignInRefusal =
  | { readonly name: "instance-unknown" }
  /** The connection's way of signing in asks nobody to go to another site. */
  | { readonly name: "no-sign-in-page" }
  /** The state is unknown, used, too old, or of another session: what came with it is not to be believed. */
  | { readonly name: "sign-in-not-ours" }
  | { readonly name: "sign-in-failed"; readonly instanceId: string; readonly reason: string };

export type ApiSignInPorts = CorePorts &
  TokenPorts & { readonly tokens: OneTimeTokens; readonly openCalls: OpenCalls; readonly userAgent: string };

/** Who is at the browser: a way out and back belongs to one session. */
export type AtBrowser = { readonly by: string; readonly sid: string };

type SignInTarget = Connection & {
  readonly auth: Auth;
  readonly values: Values;
  readonly host: string;
  readonly connectorId: string;
  readonly agreed: Consent;
};

const STATE_LIFETIME = 10 * 60_000;
const TOO_LONG = "A run was renewing the sign-in for too long. Try once more.";

/** How a connection stands with the API's own sign-in; null when it has none. `since`: when it was last signed in or renewed. */
export async function signInState(
  ports: Pick<ApiSignInPorts, "log" | "vault" | "exclusive" | "sleep">,
  instanceId: string,
  by: string,
) {
  const target = await targetOf(ports, instanceId, by);
  if (target === null) return null;
  const kept = await connectionTokens(ports, target).read();
  const status = kept === null ? ("missing" as const) : kept.ended ? ("ended" as const) : ("signed-in" as const);
  return {
    instanceId,
    connectorId: target.connectorId,
    host: target.host,
    scopes: [target.auth.written.scopes ?? []].flat(),
    status,
    since: kept?.since ?? null,
  };
}

/** Begins a sign-in: a state that comes back once, within ten minutes, to this session. */
export async function beginApiSignIn(
  ports: ApiSignInPorts,
  instanceId: string,
  { by, sid }: AtBrowser,
): Promise<Outcome<{ readonly state: string }, ApiSignInRefusal>> {
  const target = await targetOf(ports, instanceId, by);
  if (target === null)
    return refused((await isMine(ports, instanceId, by)) ? { name: "no-sign-in-page" } : { name: "instance-unknown" });
  return done({ state: await ports.tokens.issue("api-sign-in", by, { instanceId, sid }, STATE_LIFETIME) }, null);
}

/** The API's page to go to with a state that was begun. */
export async function apiSignInUrl(
  ports: ApiSignInPorts,
  request: { readonly instanceId: string; readonly state: string; readonly redirectUri: string },
  { by, sid }: AtBrowser,
): Promise<Outcome<URL, ApiSignInRefusal>> {
  const begun = await ports.tokens.peek("api-sign-in", request.state);
  const target = await targetOf(ports, request.instanceId, by);
  if (
    begun?.userId !== by ||
    begun.data["sid"] !== sid ||
    begun.data["instanceId"] !== request.instanceId ||
    target === null
  )
    return refused({ name: "sign-in-not-ours" });
  const verifier = await verifierOf(ports, target.auth, request.state);
  const challenge = verifier === null ? null : await sha256(verifier);
  const url = authorizationUrl(target.auth, target.values, {
    redirectUri: request.redirectUri,
    state: request.state,
    challenge,
  });
  if (!url.ok) return refused({ name: "sign-in-failed", instanceId: request.instanceId, reason: url.message });
  // The author cannot send people to a page that they did not agree to.
  if (!hostsOf(target).includes(url.value.origin))
    return refused({ name: "sign-in-failed", instanceId: request.instanceId, reason: CONSENT_CHANGED });
  return done(url.value, null);
}

/**
 * Ends a sign-in with what the API's page sent back: uses the state up, exchanges the code and keeps the tokens. Whatever goes
 * wrong, what was kept before stays as it was.
 */
export async function finishApiSignIn(
  ports: ApiSignInPorts,
  answer: {
    readonly state: string;
    readonly code: string | null;
    readonly error: string | null;
    readonly issuer: string | null;
    readonly redirectUri: string;
  },
  { by, sid }: AtBrowser,
  cause: Cause,
): Promise<
  Outcome<{ readonly instanceId: string; readonly connectorId: string; readonly host: string }, ApiSignInRefusal>
> {
  const begun = await ports.tokens.redeem("api-sign-in", answer.state);
  if (begun?.userId !== by || begun.data["sid"] !== sid) return refused({ name: "sign-in-not-ours" });
  const instanceId = String(begun.data["instanceId"]);
  const fail = (reason: string) => refused({ name: "sign-in-failed" as const, instanceId, reason });
  const target = await targetOf(ports, instanceId, by);
  if (target === null) return refused({ name: "sign-in-not-ours" });
  const { definition, config, auth, values, host } = target;
  if (answer.issuer !== null && !signsInAt(target, answer.issuer))
    return fail("The answer came from another sign-in page than the connector's.");
  if (answer.error === "access_denied") return fail(`You did not allow it at ${host}.`);
  if (answer.error !== null || answer.code === null)
    return fail(
      `${host} could not sign you in${answer.error !== null && /^[a-z_]{1,60}$/.test(answer.error) ? ` (${answer.error})` : ""}.`,
    );
  if (!isAgreed(target.agreed, definition, config.authChoice)) return fail(CONSENT_CHANGED);

  const secrets = secretValues(definition, config);
  const world = signInWorld(ports, { allowedOrigins: hostsOf(target), secrets });
  const grant = {
    type: "authorization_code",
    code: answer.code,
    redirectUri: answer.redirectUri,
    verifier: await verifierOf(ports, auth, answer.state),
  } as const;
  const store = connectionTokens(ports, target);
  const exchanged = await store.alone(async () => {
    const got = await askForTokens(world, { auth, values, secrets }, grant);
    if (got.ok) await store.write({ ...got.tokens, ended: false, since: (await ports.clock.now()).toISOString() });
    return got;
  });
  if (exchanged === "busy") return fail(TOO_LONG);
  if (!exchanged.ok) return fail(secretMask(secrets)(`${host} did not let this connection in: ${exchanged.message}`));
  const recorded = await dispatch(ports.log, instance, {
    stream: streams.instance(instanceId),
    command: { type: "sign-in", by, host },
    context: step(cause, "sign-in"),
  });
  return recorded.ok
    ? done({ instanceId, connectorId: target.connectorId, host }, recorded.position)
    : refused({ name: "instance-unknown" });
}

/** Whether a way back that names its sender (RFC 9207) is the connector's own: else a code of one API would be given to another. */
function signsInAt({ auth, values }: SignInTarget, issuer: string): boolean {
  const { authorization_url, token_url } = auth.written;
  return [authorization_url, token_url].some((template) => {
    const parsed = template === undefined ? null : parseUrlTemplate(template);
    const origin = parsed?.ok ? renderOrigin(parsed.template, values) : null;
    return origin?.ok === true && URL.canParse(issuer) && origin.value === new URL(issuer).origin;
  });
}

/** Forgets what a sign-in brought; the connection stays. */
export async function signOutOfApi(
  ports: ApiSignInPorts,
  instanceId: string,
  by: string,
  cause: Cause,
): Promise<Outcome<null, ApiSignInRefusal>> {
  const target = await targetOf(ports, instanceId, by);
  if (target === null) return refused({ name: "instance-unknown" });
  const gone = await connectionTokens(ports, target).alone(() => dropTokens(ports, target));
  if (gone === "busy") return refused({ name: "sign-in-failed", instanceId, reason: TOO_LONG });
  const recorded = await dispatch(ports.log, instance, {
    stream: streams.instance(instanceId),
    command: { type: "sign-out", by },
    context: step(cause, "sign-out"),
  });
  return recorded.ok ? done(null, recorded.position) : refused({ name: "instance-unknown" });
}

/** The user's connection where a person signs in at the API's own page; null for any other. */
async function targetOf(
  ports: Pick<ApiSignInPorts, "log" | "vault">,
  instanceId: string,
  by: string,
): Promise<SignInTarget | null> {
  const state = await loadInstance(ports, instanceId);
  if (state.status !== "active" || state.ownerId !== by) return null;
  const definition = await loadDefinition(ports, state, by);
  if (definition === null) return null;
  const config = (await readConfig(ports, by, state.setup)) ?? EMPTY_CONFIG;
  const auth = chosenAuth(definition, config.authChoice);
  const values = declaredValues(definition, auth, valuesOfPull(definition, config, null));
  if (!signsInByBrowser(auth, values)) return null;
  return {
    ownerId: by,
    instanceId,
    definition,
    config,
    auth,
    values,
    host: signInHost(auth, values),
    connectorId: state.connectorId,
    agreed: agreedConsent(state),
  };
}

async function isMine(ports: Pick<ApiSignInPorts, "log">, instanceId: string, by: string): Promise<boolean> {
  const state = await loadInstance(ports, instanceId);
  return state.status === "active" && state.ownerId === by;
}

function hostsOf({ definition, config }: Connection): readonly string[] {
  return consentOf(definition, config.authChoice, config.settings).hosts;
}

/** Made from the state by a key that only this installation has, so it need not be kept: 64 characters (RFC 7636 wants 43 to 128). */
async function verifierOf(ports: Pick<ApiSignInPorts, "vault">, auth: Auth, state: string): Promise<string | null> {
  return usesPkce(auth) ? ports.vault.fingerprint("pkce", state) : null;
}

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
