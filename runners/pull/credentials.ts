import { chosenAuth } from "#domain/connector-language/definition.ts";
import type { Credentials } from "#domain/connector-language/engine-ports.ts";
import type { Json } from "#domain/connector-language/json.ts";
import { declaredValues } from "#domain/connector-language/pull-context.ts";
import { type Connection, connectionTokens } from "#domain/processes/connection-tokens.ts";
import { createCredentials, signInWorld } from "#domain/processes/credentials.ts";
import type { PullPorts } from "./pull-ports.ts";

/** Like `sleep` of a run, both may reject when the run is stopped. */
type During = { readonly hosts: readonly string[]; readonly secrets: string[]; readonly sleep: (ms: number) => Promise<void> };

/**
 * What a run of a connection signs in with; null where its auth needs no sign-in. `secrets` is the run's own list: tokens are
 * added to it before they are used.
 */
export function runCredentials(ports: Pick<PullPorts, "vault" | "log" | "exclusive" | "openCalls" | "userAgent">, connection: Connection, { hosts, secrets, sleep }: During): Credentials | null {
  const { definition, config } = connection;
  const auth = chosenAuth(definition, config.authChoice);
  const texts = Object.fromEntries(Object.entries(config.auth).map(([key, value]) => [key, String(value)]));
  const values = declaredValues(definition, auth, { settings: config.settings as Readonly<Record<string, Json>>, secrets: texts });
  const world = signInWorld({ openCalls: ports.openCalls, userAgent: ports.userAgent, sleep }, { allowedOrigins: hosts, secrets });
  return createCredentials(world, connectionTokens({ ...ports, sleep }, connection), { auth, values, secrets });
}
