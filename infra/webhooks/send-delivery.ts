import { findingSentence } from "#domain/core/findings/finding.ts";
import type { Vault } from "#domain/core/ports/ports.ts";
import { webhookSecretName } from "#domain/core/webhooks/webhooks.ts";
import { consentOrigin } from "../egress/address/destination.ts";
import type { Outbound } from "../egress/outbound-port.ts";
import { redactSecrets } from "../egress/redact-secrets.ts";
import { signedHeaders } from "./sign-message.ts";
import type { Attempt, ClaimedDelivery } from "./webhook-outbox.ts";

const CALL_MS = 15_000;
/** Bytes of an answer that are read. */
const ANSWER_BYTES = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** As the Standard Webhooks advise; the last attempt is some three days after the first. */
const RETRY_MS = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const JITTER = 0.2;
const GONE = 410;

type Answered = { readonly answerStatus: number | null; readonly answer: string | null; readonly fault: string | null };

/** When a delivery is tried again after so many attempts; null: no more. `random`: from 0 to 1. */
export function retryAfter(attempts: number, random: number): number | null {
  const wait = RETRY_MS[attempts - 1];
  return wait === undefined ? null : Math.round(wait * (1 - JITTER + 2 * JITTER * random));
}

/**
 * Sends a delivery, signed with the secrets of its webhook. Any 2xx accepts it. Redirects are not followed: a signed
 * message must not go where its user did not send it. Of an answer only the beginning is read.
 */
export function createDeliverySender({ outbound, vault }: { readonly outbound: Outbound; readonly vault: Vault }) {
  return async (delivery: ClaimedDelivery, stopping: AbortSignal): Promise<Attempt> => {
    const { url, fault, attempts } = delivery;
    if (url === null) return ended("dropped", { answerStatus: null, answer: null, fault });
    const began = performance.now();
    const answered = await call({ outbound, vault }, { ...delivery, url }, stopping);
    const ms = Math.round(performance.now() - began);
    const { answerStatus: status } = answered;
    if (status !== null && status >= 200 && status < 300) return { ...ended("delivered", answered), ms };
    const retryInMs = status === GONE ? null : retryAfter(attempts + 1, Math.random());
    return { ...ended(retryInMs === null ? "failed" : "waiting", answered), ms, retryInMs };
  };
}

const ended = (status: Attempt["status"], answered: Answered): Attempt => ({
  ...{ status, ...answered, ms: null, retryInMs: null },
});

async function call(
  { outbound, vault }: { readonly outbound: Outbound; readonly vault: Vault },
  { url, userId, webhookId, messageId: id, body, secretIds }: ClaimedDelivery & { readonly url: string },
  signal: AbortSignal,
): Promise<Answered> {
  const names = secretIds.map((secretId) => webhookSecretName(webhookId, secretId));
  const stored = await vault.getAll(userId, names);
  const secrets = names.flatMap((name) => stored.get(name) ?? []);
  const none = { answerStatus: null, answer: null };
  if (secrets.length === 0) return { ...none, fault: "The secret of the webhook is missing." };
  const headers = signedHeaders({ id, body, seconds: Math.floor(new Date().getTime() / 1_000) }, secrets);
  const response = await outbound.stream({
    ...{ url, method: "POST", body, signal, secrets },
    headers: [["content-type", "application/cloudevents+json; charset=utf-8"], ...headers],
    allowedOrigins: [consentOrigin(url) ?? ""],
    secretHeaders: [],
    limits: { connectMs: 5_000, headersMs: CALL_MS, idleMs: CALL_MS, totalMs: CALL_MS },
    followRedirects: false,
  });
  if (!response.ok) return { ...none, fault: findingSentence(response.finding) };
  const text = await beginningOf(response.body);
  return { answerStatus: response.status, answer: redactSecrets(text, [...secrets, url]), fault: null };
}

/** The first bytes of an answer as text; what fails after its status changes nothing. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch {
    // Cut or too slow: the status has come.
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString("utf8").replaceAll("\0", "");
}
