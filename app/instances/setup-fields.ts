import { z } from "zod";
import type { JsonObject, JsonValue } from "#domain/core/values/json.ts";
import type { SetupChanges } from "#domain/use-cases/connecting/setup-changes.ts";
import { line, raw } from "#domain/core/text/text-schemas.ts";

const texts = z.record(raw("a key", 200).min(1), raw("a secret", 16_000));

/** The fields of an instance's setup, the same for activation and for a change. `settings` is flat: field key → value. */
export const setupFields = {
  auth_choice: z.number().int().nonnegative().optional(),
  auth_data: texts.optional(),
  settings: z.record(raw("a key", 200).min(1), z.json()).optional(),
  iterations: z.record(raw("a key", 200).min(1), z.array(z.json()).max(1_000)).optional(),
  headers: z.record(raw("the rules of headers", 200), raw("the rules of headers", 16_000)).optional(),
  method: z.enum(["GET", "POST"]).nullable().optional(),
  body_template: z
    .union([raw("a request", 100_000), z.record(raw("a request"), z.json())])
    .nullable()
    .optional(),
  refresh_interval: z
    .number("The refresh interval must be a whole number of minutes.")
    .int("The refresh interval must be a whole number of minutes.")
    .min(0, "The refresh interval must not be negative.")
    .max(525_600, "The refresh interval must not be longer than a year (525,600 minutes).")
    .optional(),
  override: z.boolean().optional(),
};

/** The hosts that a call agrees to. */
export const hostsField = z
  .array(line(4_000))
  .max(200)
  .optional()
  .describe(
    "the hosts that may be called: an API key must name them all, because nobody sees them in a browser, and everybody must where a change leads a connection to other hosts",
  );

/** What a call agrees to: an API key only to what it names. */
export function namedHosts(
  { key }: { readonly key: object | null },
  hosts: readonly string[] | undefined,
): { readonly namedHosts?: readonly string[] } {
  const named = hosts ?? (key === null ? undefined : []);
  return named === undefined ? {} : { namedHosts: named };
}

export type SetupFields = z.infer<z.ZodObject<typeof setupFields>>;

/**
 * Headers count only if both key and value are filled; `override` may be among the settings; iterations are settings.
 */
export function setupChanges(fields: SetupFields): SetupChanges {
  const { settings, override } = splitOverride(fields.settings);
  const merged: JsonObject | undefined =
    settings || fields.iterations ? { ...settings, ...(fields.iterations as JsonObject | undefined) } : undefined;
  const headers =
    fields.headers &&
    Object.fromEntries(Object.entries(fields.headers).filter(([name, value]) => name.trim() !== "" && value !== ""));
  const body = fields.body_template;
  return {
    ...(fields.auth_choice === undefined ? {} : { authChoice: fields.auth_choice }),
    ...(fields.auth_data ? { auth: fields.auth_data } : {}),
    ...(merged ? { settings: merged } : {}),
    ...(headers ? { headers } : {}),
    ...(body === undefined
      ? {}
      : { bodyTemplate: typeof body === "object" && body !== null ? JSON.stringify(body) : body }),
    ...(fields.method === undefined ? {} : { method: fields.method }),
    ...(fields.refresh_interval === undefined ? {} : { refreshInterval: fields.refresh_interval }),
    ...((fields.override ?? override) === undefined ? {} : { override: fields.override ?? override }),
  };
}

/** Removes `override` from the settings, where the product's own calls may put it. */
export function splitOverride(settings: JsonObject | undefined): {
  settings: JsonObject | undefined;
  override: boolean | undefined;
} {
  if (!settings || typeof settings["override"] !== "boolean") return { settings, override: undefined };
  const { override, ...rest } = settings as { override: boolean } & Record<string, JsonValue>;
  return { settings: Object.keys(rest).length === 0 ? undefined : rest, override };
}
