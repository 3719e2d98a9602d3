import { createTransport, type NodemailerError } from "nodemailer";
import type { Secret } from "#domain/core/text/secret.ts";
import { type Delivery, type MailTransport, message, sendPlainTexts } from "./mail-transport.ts";

const DEADLINE_MS = 60_000;

/** Sends through the server at `url` (`smtp://` with STARTTLS if offered, `smtps://`), with one connection per mail. */
export function smtpTransport(options: {
  readonly url: Secret;
  readonly from: string;
  readonly timeoutMs?: number;
}): MailTransport {
  const idle = Math.min(15_000, options.timeoutMs ?? DEADLINE_MS);
  const transporter = createTransport({
    url: options.url.reveal(),
    connectionTimeout: idle,
    greetingTimeout: idle,
    socketTimeout: idle * 2,
    dnsTimeout: idle,
  });
  sendPlainTexts(transporter, { eightBit: false });
  return {
    async deliver(mail) {
      try {
        await transporter.sendMail({
          ...message(mail, options.from),
          signal: AbortSignal.timeout(options.timeoutMs ?? DEADLINE_MS),
        });
        return { ok: true };
      } catch (error) {
        return failure(error as NodemailerError);
      }
    },
  };
}

/**
 * Only a refusal of this mail is final, or a mail that cannot be sent at all: a wrong password of ours can be corrected
 * by the operator, and an answer without a code says nothing.
 */
function failure({ code, response, responseCode, permanent }: NodemailerError): Delivery {
  const reason = [code ?? "unknown", responseCode].filter((part) => part !== undefined).join(" ");
  const aboutThisMail = code === "EENVELOPE" || code === "EMESSAGE";
  const final = permanent ?? response === undefined;
  if (aboutThisMail && final) return { ok: false, why: "rejected", reason };
  return { ok: false, why: aboutThisMail ? "postponed" : "unreachable", reason };
}
