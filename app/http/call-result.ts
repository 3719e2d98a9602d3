import { counted } from "#domain/core/text/counted.ts";
import type { Platform } from "../platform.ts";
import { answerFor, ITEM_NOT_FOUND, type Refusal } from "./refusals.ts";
import { waitForReadModels } from "./wait-for-read-models.ts";
import type { Result } from "#domain/core/result.ts";

/** A "no": status, one sentence, and the field it is about. */
export type Refused = {
  readonly ok: false;
  readonly status: number;
  readonly error: string;
  readonly field: string | null;
  /** Sentences by field where several fields are at fault. */
  readonly faults?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
  /** Every fault of a refused definition, with its path. */
  readonly definitionFaults?: readonly { readonly path: string; readonly message: string }[];
};

/** What a page and its API twin get from the same call: a value or a refusal. */
export type CallResult<T> = { readonly ok: true; readonly value: T } | Refused;

/** Turns the outcome of a process into a call's result once the read models can show it. */
export async function settled<T>(platform: Platform, outcome: Result<T, Refusal>): Promise<CallResult<T>> {
  if (!outcome.ok) {
    const { status, message, field, retryAfterSeconds } = answerFor(outcome.refusal);
    const later = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    const { refusal } = outcome;
    const settings = refusal.name === "settings-invalid" ? { faults: byPath(refusal.faults) } : {};
    const definition =
      refusal.name === "definition-invalid"
        ? { definitionFaults: refusal.faults.map(({ path, message: fault }) => ({ path, message: fault })) }
        : {};
    return { ok: false, status, error: message, field, ...later, ...settings, ...definition };
  }
  await waitForReadModels(platform, outcome.position);
  return { ok: true, value: outcome.value };
}

function byPath(faults: readonly { readonly path: string; readonly message: string }[]): Record<string, string> {
  return Object.fromEntries(faults.map(({ path, message }) => [path, message]));
}

/** A "no" that the routes themselves say. */
export function no(status: number, error: string, field: string | null = null): Refused {
  return { ok: false, status, error, field };
}

/** The "no" to what is missing or somebody else's. */
export const NOT_FOUND = no(404, ITEM_NOT_FOUND);

/** The "no" to more than may be done in a while. */
export function tooMany(retryAfterSeconds: number): Refused {
  const wait = counted(Math.max(1, Math.ceil(retryAfterSeconds / 60)), "minute");
  return { ok: false, status: 429, error: `Too many attempts. Try again in ${wait}.`, field: null, retryAfterSeconds };
}
