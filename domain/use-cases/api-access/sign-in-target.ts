import type { Reach } from "../../connector-language/consent/consent.ts";
import { type Auth, chosenAuth } from "../../connector-language/definition/definition.ts";
import { declaredValues } from "../../connector-language/engine/pull-context.ts";
import type { Values } from "../../connector-language/json/placeholders.ts";
import { signInHost, signsInByBrowser } from "../../connector-language/sign-in/sign-in.ts";
import { usesPkce } from "../../connector-language/sign-in/token-request.ts";
import { aggregate } from "../../core/aggregate.ts";
import { instance, type StoppedRefusal } from "../../instance/decider.ts";
import type { Stop } from "../../instance/stop.ts";
import { loadDefinition } from "../authoring/definitions.ts";
import type { Ports } from "../ports.ts";
import { agreedConsent, agreedReach } from "./agreed-consent.ts";
import type { InstanceWithConfig } from "./instance-tokens.ts";
import { EMPTY_CONFIG, readConfig } from "./instance-config.ts";
import { valuesOfPull } from "./pull-input.ts";

export type ApiSignInRefusal =
  | StoppedRefusal
  | { readonly code: "instance-unknown" }
  /** The state is unknown, used, too old, or of another session: the answer cannot be trusted. */
  | { readonly code: "sign-in-not-ours" }
  | { readonly code: "sign-in-failed"; readonly instanceId: string; readonly reason: string };

/** The user and session at the browser: a redirect belongs to one session. */
export type AtBrowser = { readonly by: string; readonly sid: string };

/** An instance whose user signs in at the API's own page. */
export type SignInTarget = InstanceWithConfig & {
  readonly auth: Auth;
  readonly values: Values;
  readonly host: string;
  readonly connectorId: string;
  /** What the user agreed to; null if the connector now needs something else. */
  readonly reach: Reach | null;
  readonly stopped: Stop | null;
};

export const SIGN_IN_BUSY = "A run was renewing the sign-in for too long. Try once more.";

/** The user's instance with a sign-in at the API's own page; null for any other. */
export async function signInTargetOf(
  ports: Pick<Ports, "log" | "vault">,
  instanceId: string,
  by: string,
): Promise<SignInTarget | null> {
  const state = await aggregate(ports.log, instance).load(instanceId);
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
    reach: agreedReach(agreedConsent(state), definition, config),
    stopped: state.stopped,
  };
}

/**
 * Derived from the state with a key of this installation, so it need not be stored: 64 characters (RFC 7636 wants 43 to
 * 128).
 */
export async function verifierOf({ vault }: Pick<Ports, "vault">, auth: Auth, state: string): Promise<string | null> {
  return usesPkce(auth) ? vault.fingerprint("pkce", state) : null;
}
