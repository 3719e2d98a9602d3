import type { Result } from "#domain/core/result.ts";
import type { Platform } from "../platform.ts";
import { answerFor, type ErrorCode, type Refusal, type RouteRefusal } from "./refusals.ts";
import type { PlacedFault, RefusalFacts } from "./refusals/refusal-answer.ts";
import { waitForReadModels } from "./wait-for-read-models.ts";

/** A refusal: status, code, one sentence, and the field it is about. */
export type Refused = {
  readonly ok: false;
  readonly status: number;
  readonly code: ErrorCode;
  readonly error: string;
  readonly field: string | null;
  /** Sentences by field if several fields of a form are at fault. */
  readonly faults?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
  /** Every fault of what was sent, with its path. */
  readonly placedFaults?: readonly PlacedFault[];
  /** What programs may read besides. */
  readonly facts?: RefusalFacts;
  /** `WWW-Authenticate`: what is wrong with the key, or which one would help. */
  readonly challenge?: string;
};

/** What a page and the API get from the same call: a value or a refusal. */
export type CallResult<T> = { readonly ok: true; readonly value: T } | Refused;

/** Turns the outcome of a use case into a call's result once the read models can show it. */
export async function toCallResult<T>(platform: Platform, outcome: Result<T, Refusal>): Promise<CallResult<T>> {
  if (!outcome.ok) return refusedAs(outcome.refusal);
  await waitForReadModels(platform, outcome.position);
  return { ok: true, value: outcome.value };
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
  const { message, faults, ...answer } = answerFor(refusal);
  return {
    ok: false,
    ...answer,
    error: message,
    ...(faults === undefined ? {} : { placedFaults: faults }),
    ...(faults !== undefined && refusal.code === "settings-invalid"
      ? { faults: Object.fromEntries(faults.map(({ path, message: sentence }) => [path, sentence])) }
      : {}),
  };
}
