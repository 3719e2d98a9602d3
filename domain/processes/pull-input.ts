import { type Definition, privateKeys } from "../connector-language/definition.ts";
import type { PullInput } from "../connector-language/engine-ports.ts";
import type { Json } from "../connector-language/json.ts";
import type { InstanceConfig } from "./instance-config.ts";

/** What a pull takes from the values of a connection, the same for a run and for trying a connector out. */
export function valuesOfPull(definition: Definition, config: InstanceConfig, method: "GET" | "POST" | null): Pick<PullInput, "definition" | "authChoice" | "settings" | "secrets" | "overrides"> {
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

/** Every value that must not show up anywhere: credentials, private settings, header rows. */
export function secretValues(definition: Definition, config: InstanceConfig): string[] {
  const secret = privateKeys(definition, config.authChoice);
  const settings = Object.entries(config.settings).filter(([key]) => secret.has(key));
  const values = [...Object.values(config.auth), ...settings.map(([, value]) => value), ...Object.values(config.headers)];
  return values.filter((value): value is string => typeof value === "string" && value !== "");
}

/** Waits, or rejects with the reason once the signal says stop. */
export function abortableSleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error("The work was stopped"));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
