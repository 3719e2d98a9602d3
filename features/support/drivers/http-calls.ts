import type { Made, Outcome } from "./driver.ts";

/** How a call ended, with the product's message. */
export function outcome({ status, json }: { readonly status: number; readonly json: unknown }): Outcome {
  const { error, message } = (json ?? {}) as { readonly error?: string; readonly message?: string };
  return { ok: status < 400, said: error ?? message ?? "" };
}

/** What a call has made, or why it has not. */
export function made(answer: { readonly status: number; readonly json: unknown }): Made {
  const { ok, said } = outcome(answer);
  const { id } = (answer.json ?? {}) as { readonly id?: string };
  return ok && id !== undefined ? { ok: true, id, said } : { ok: false, said };
}
