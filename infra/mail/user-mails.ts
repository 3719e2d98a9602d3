import type { MailQueue } from "./mail-queue.ts";
import { mailTexts } from "./mail-texts.ts";
import { type MailContent, renderMail } from "./render-mail.ts";
import type { UserMails } from "#domain/core/ports/user-mails.ts";

/**
 * Queues the mails about an account. `appUrl` is the installation's own URL.
 *
 * Mails that anyone can have sent to an address are "unasked" and count against a limit of that address. A changed
 * password and failing runs do not count: only the recipient's own account causes them, and a flood must not hold back
 * a warning. Messages to admins are limited where they are received.
 */
export function userMails(queue: Pick<MailQueue, "send">, appUrl: string): UserMails {
  const send = (to: string, content: MailContent, more: { key?: string; unasked?: boolean } = {}) =>
    queue.send({ to, subject: content.title, ...renderMail(content), ...more });
  const unasked = { unasked: true };
  return {
    verifyEmail: (mail) => send(mail.to, mailTexts.verifyEmail(mail, appUrl), unasked),
    alreadyRegistered: (mail) => send(mail.to, mailTexts.alreadyRegistered(mail, appUrl), unasked),
    resetPassword: (mail) => send(mail.to, mailTexts.resetPassword(mail, appUrl), unasked),
    passwordChanged: (mail) => send(mail.to, mailTexts.passwordChanged(mail, appUrl)),
    datasetShared: (mail) => send(mail.to, mailTexts.datasetShared(mail, appUrl), unasked),
    runsFailing: (mail) => send(mail.to, mailTexts.runsFailing(mail, appUrl), { key: `runs-failing/${mail.runId}` }),
    contact: (mail) => send(mail.to, mailTexts.contact(mail)),
  };
}
