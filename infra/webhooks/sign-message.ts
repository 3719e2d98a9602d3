import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new secret, as the Standard Webhooks write it. */
export function freshWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** The headers of a message as the Standard Webhooks ask for them, with a signature for each secret. */
export function signedHeaders(
  { id, body, seconds }: { readonly id: string; readonly body: string; readonly seconds: number },
  secrets: readonly string[],
): readonly (readonly [string, string])[] {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(PREFIX, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return [
    ["webhook-id", id],
    ["webhook-timestamp", String(seconds)],
    ["webhook-signature", signatures.join(" ")],
  ];
}
