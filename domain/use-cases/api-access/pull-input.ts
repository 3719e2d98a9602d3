import type { Reach } from "../../connector-language/consent/consent.ts";
import { chosenAuth, type Definition } from "../../connector-language/definition/definition.ts";
import type { Credentials, PullInput } from "../../connector-language/engine/engine-ports.ts";
import type { Json } from "../../connector-language/json/json.ts";
import { declaredValues, secretTexts } from "../../connector-language/engine/pull-context.ts";
import type { Ports } from "../ports.ts";
import type { TokenStore } from "./instance-tokens.ts";
import { createCredentials, signInWorld } from "./credentials.ts";
import type { InstanceConfig } from "./instance-config.ts";

/** The values of an instance for a pull, the same for runs and test reads. */
export function valuesOfPull(
  definition: Definition,
  config: InstanceConfig,
  method: "GET" | "POST" | null,
): Pick<PullInput, "definition" | "authChoice" | "settings" | "secrets" | "overrides"> {
  return {
    definition,
    authChoice: config.authChoice,
    settings: config.settings as Readonly<Record<string, Json>>,
    secrets: Object.fromEntries(Object.entries(config.auth).map(([key, value]) => [key, String(value)])),
    overrides: {
      headers: Object.entries(config.headers),
      ...(method === null ? {} : { method }),
      ...(config.bodyTemplate === null ? {} : { body: config.bodyTemplate }),
    },
  };
}

/** Every value that must be masked: credentials of any kind, and what the engine hides. */
export function secretValues(definition: Definition, config: InstanceConfig): string[] {
  const values = valuesOfPull(definition, config, null);
  return [...new Set([...Object.values(values.secrets), ...secretTexts(definition, values)])].filter(
    (value) => value !== "",
  );
}

/**
 * The credentials of a pull; null if its auth needs no sign-in. `secrets` is the pull's own list: tokens are added
 * before they are used. `signal` stops the pull and its pauses.
 */
export function pullCredentials(
  ports: Pick<Ports, "openCalls" | "userAgent" | "time">,
  about: { readonly definition: Definition; readonly config: InstanceConfig; readonly reach: Reach },
  store: TokenStore,
  { secrets, signal }: { readonly secrets: string[]; readonly signal: AbortSignal },
): Credentials | null {
  const { definition, config, reach } = about;
  const auth = chosenAuth(definition, config.authChoice);
  const values = declaredValues(definition, auth, valuesOfPull(definition, config, null));
  const world = signInWorld(ports, { allowedOrigins: reach.hosts, secrets }, signal);
  return createCredentials(world, store, { auth, values, secrets });
}
