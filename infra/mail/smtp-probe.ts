import { createTransport, type NodemailerError } from "nodemailer";
import type { Secret } from "#domain/core/text/secret.ts";
import { networkFault } from "../engines/describe-fault.ts";
import { ANSWER_WITHIN_MS, type Probe } from "../engines/probe.ts";

/** Each look is a connection and a login, which mail servers count. */
const WATCH_EVERY_MS = 30_000;

/** Looks whether the mail server lets us in, without sending a mail. */
export function smtpProbe(url: Secret): Probe {
  const times = {
    connectionTimeout: ANSWER_WITHIN_MS,
    greetingTimeout: ANSWER_WITHIN_MS,
    dnsTimeout: ANSWER_WITHIN_MS,
  };
  const transporter = createTransport({ url: url.reveal(), ...times, socketTimeout: ANSWER_WITHIN_MS });
  return {
    ask: async () => void (await transporter.verify()),
    describe(error) {
      const { code, responseCode } = error as NodemailerError;
      if (code === "EAUTH") return { words: "it does not accept the user and the password", passes: false };
      const cause = (error as { readonly cause?: { readonly code?: unknown } }).cause?.code;
      const words = responseCode === undefined ? "there is no answer" : `it answers with ${responseCode}`;
      return networkFault(code) ?? networkFault(cause) ?? { words, passes: true };
    },
    close: async () => transporter.close(),
    everyMs: WATCH_EVERY_MS,
    meanwhile: "Mails wait until it is back, and are given up after a day.",
  };
}
