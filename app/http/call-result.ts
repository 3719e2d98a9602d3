import type { Result } from "#domain/core/result.ts";
import type { Platform } from "../platform.ts";
import { answerFor, type Refusal, type RouteRefusal } from "./refusals.ts";
import { waitForReadModels } from "./wait-for-read-models.ts";

type Consent = {
  readonly hosts: readonly string[];
  readonly places: readonly { readonly field: string; readonly host: string; readonly where: string }[];
};

/** A refusal: status, one sentence, and the field it is about. */
export type Refused = {
  readonly ok: false;
  readonly status: number;
  readonly error: string;
  readonly field: string | null;
  /** Sentences by field if several fields are at fault. */
  readonly faults?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
  /** `WWW-Authenticate`: what is wrong with the key, or which one would help. */
  readonly challenge?: string;
  /** Every fault of a refused definition, with its path. */
  readonly definitionFaults?: readonly { readonly path: string; readonly message: string }[];
  /** The hosts and consent places to agree to first. */
  readonly consent?: Consent;
};

/** What a page and the API get from the same call: a value or a refusal. */
export type CallResult<T> = { readonly ok: true; readonly value: T } | Refused;

/** Turns the outcome of a use case into a call's result once the read models can show it. */
export async function toCallResult<T>(platform: Platform, outcome: Result<T, Refusal>): Promise<CallResult<T>> {
  if (!outcome.ok) {
    const { status, message, field, retryAfterSeconds } = answerFor(outcome.refusal);
    const later = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    const { refusal } = outcome;
    const settings = refusal.code === "settings-invalid" ? { faults: byPath(refusal.faults) } : {};
    const definition =
      refusal.code === "definition-invalid"
        ? { definitionFaults: refusal.faults.map(({ path, message: fault }) => ({ path, message: fault })) }
        : {};
    const agreeTo =
      refusal.code === "test-read-unconfirmed" || refusal.code === "hosts-unnamed" ? { consent: refusal.consent } : {};
    return { ok: false, status, error: message, field, ...later, ...settings, ...definition, ...agreeTo };
  }
  await waitForReadModels(platform, outcome.position);
  return { ok: true, value: outcome.value };
}

function byPath(faults: readonly { readonly path: string; readonly message: string }[]): Record<string, string> {
  return Object.fromEntries(faults.map(({ path, message }) => [path, message]));
}

/** The refusal of what is missing or belongs to someone else. */
export const NOT_FOUND = refuse("item-unknown");

/** The refusal of a reached rate limit. */
export function tooMany(retryAfterSeconds: number): Refused {
  return refuse("too-many-attempts", { retryAfterSeconds });
}

type AnyRefusal = Refusal | RouteRefusal;
type Facts<N extends AnyRefusal["code"]> = AnyRefusal extends infer R
  ? R extends AnyRefusal
    ? N extends R["code"]
      ? Omit<R, "code">
      : never
    : never
  : never;

/** A refusal by a route itself, with the facts for its sentence. */
export function refuse<N extends AnyRefusal["code"]>(
  code: N,
  ...[facts]: keyof Facts<N> extends never ? [] : [Facts<N>]
): Refused {
  return refusedAs({ code, ...facts } as unknown as AnyRefusal);
}

/** A refusal as the answer to a call. */
export function refusedAs(refusal: AnyRefusal): Refused {
  const { status, message, field, retryAfterSeconds } = answerFor(refusal);
  return {
    ok: false,
    status,
    error: message,
    field,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}
