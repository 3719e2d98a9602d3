import { canonicalConsent, consentOf } from "../../connector-language/consent/consent.ts";
import type { Definition } from "../../connector-language/definition/definition.ts";
import type { Tokens } from "../../connector-language/sign-in/sign-in.ts";
import { aggregate } from "../../core/aggregate.ts";
import { instance } from "../../instance/decider.ts";
import type { Ports } from "../ports.ts";
import { reachOf } from "./agreed-consent.ts";
import { configPrefix, type InstanceConfig } from "./instance-config.ts";

/** Stored tokens. `ended`: the refresh token is no longer valid, so the user must sign in again. */
export type KeptTokens = Tokens & { readonly ended: boolean; readonly since: string };

/** Stores the tokens of one sign-in and lets only one process renew them at a time. */
export interface TokenStore {
  read(): Promise<KeptTokens | null>;
  write(tokens: KeptTokens): Promise<void>;
  /** Waits until no other process uses these tokens; "busy" if that takes too long. */
  runExclusively<T>(work: () => Promise<T>): Promise<T | "busy">;
}

/** Tokens that are not stored, for test reads. */
export function inMemoryTokens(): TokenStore {
  let kept: KeptTokens | null = null;
  return {
    read: () => Promise.resolve(kept),
    write: (tokens) => Promise.resolve(void (kept = tokens)),
    runExclusively: (work) => work(),
  };
}

/** The parts of an instance that its tokens depend on. */
export type InstanceWithConfig = {
  readonly ownerId: string;
  readonly instanceId: string;
  readonly definition: Definition;
  readonly config: InstanceConfig;
};
export type TokenPorts = Pick<Ports, "vault" | "log" | "exclusive" | "time">;

const LOCK_TIMEOUT_MS = 90_000;
/** First and longest pause between two attempts; each attempt costs a database connection. */
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 1_000;

/**
 * The tokens of an instance in the vault. They belong to the credentials, the consent and the hosts with which they
 * were got: if one of these changes, they count as absent. `signal` stops waiting for them.
 */
export function instanceTokens(ports: TokenPorts, holder: InstanceWithConfig, signal?: AbortSignal): TokenStore {
  const { ownerId, instanceId } = holder;
  return {
    async read() {
      const kept = await readKept(ports, holder);
      return kept !== null && kept.binding === (await bindingOf(ports, holder)) ? kept.tokens : null;
    },
    async write(tokens) {
      await ports.vault.put(
        ownerId,
        tokensName(instanceId),
        JSON.stringify({ binding: await bindingOf(ports, holder), tokens }),
      );
      // The instance may have been removed meanwhile, together with its secrets.
      const { status } = await aggregate(ports.log, instance).load(instanceId);
      if (status !== "active") await ports.vault.remove(ownerId, tokensName(instanceId));
    },
    async runExclusively(work) {
      let pause = FIRST_RETRY_MS;
      for (let waited = 0; waited <= LOCK_TIMEOUT_MS; waited += pause) {
        let result: { value: Awaited<ReturnType<typeof work>> } | undefined;
        await ports.exclusive.run(`sign-in/${instanceId}`, async () => void (result = { value: await work() }));
        if (result !== undefined) return result.value;
        pause = Math.min(pause * 1.5, MAX_RETRY_MS);
        await ports.time.sleep(pause, signal);
      }
      return "busy";
    },
  };
}

/** Removes tokens that do not match the instance as it is now. */
export async function dropForeignTokens(ports: Pick<Ports, "vault">, holder: InstanceWithConfig): Promise<void> {
  const kept = await readKept(ports, holder);
  if (kept !== null && kept.binding !== (await bindingOf(ports, holder)))
    await ports.vault.remove(holder.ownerId, tokensName(holder.instanceId));
}

/** Removes the tokens of an instance. */
export async function dropTokens(
  ports: Pick<Ports, "vault">,
  holder: Pick<InstanceWithConfig, "ownerId" | "instanceId">,
): Promise<void> {
  await ports.vault.remove(holder.ownerId, tokensName(holder.instanceId));
}

function tokensName(instanceId: string): string {
  return `${configPrefix(instanceId)}sign-in`;
}

async function readKept(
  ports: Pick<Ports, "vault">,
  { ownerId, instanceId }: InstanceWithConfig,
): Promise<{ binding: string; tokens: KeptTokens } | null> {
  const text = await ports.vault.get(ownerId, tokensName(instanceId));
  return text === null ? null : (JSON.parse(text) as { binding: string; tokens: KeptTokens });
}

/** What the tokens of an instance belong to: its credentials, consent and hosts. */
export async function bindingOf(
  ports: Pick<Ports, "vault">,
  { definition, config }: Pick<InstanceWithConfig, "definition" | "config">,
): Promise<string> {
  const auth = Object.entries(config.auth).sort(([a], [b]) => (a < b ? -1 : 1));
  return ports.vault.fingerprint(
    "sign-in",
    JSON.stringify([
      config.authChoice,
      auth,
      canonicalConsent({ ...consentOf(definition, config.authChoice), ...reachOf(definition, config) }),
    ]),
  );
}
