import type { MailQueue } from "./mail-queue.ts";
import { mailTexts } from "./texts/mail-texts.ts";
import { type MailContent, renderMail } from "./texts/render-mail.ts";
import type { MailChoices, NoticeKind } from "#domain/core/notices.ts";
import type { UserMails } from "#domain/core/ports/user-mails.ts";

/** Which notices go out as mails, and the link in each that ends its kind. */
export type NoticeMailRules = MailChoices & { unsubscribeUrl(userId: string, kind: NoticeKind): string };

/**
 * Queues the mails about an account. `appUrl` is the installation's own URL.
 *
 * Mails that anyone can have sent to an address are "unasked" and count against a limit of that address. Changes of
 * password and address, and failing runs, do not count: only the recipient's own account causes them, and a flood must
 * not hold back a warning. Messages to admins are limited where they are received.
 */
export function userMails(queue: Pick<MailQueue, "send">, appUrl: string, notices?: NoticeMailRules): UserMails {
  const send = (to: string, content: MailContent, more: { key?: string; unasked?: boolean } = {}) =>
    queue.send({ to, subject: String(content.title), ...renderMail(content), ...more });
  /** A mail that its recipient can choose not to get, with the link for that. */
  const notify = async (
    { to, userId, kind }: { to: string; userId: string; kind: NoticeKind },
    content: MailContent,
    more: { key?: string; unasked?: boolean },
  ) => {
    if (notices && !(await notices.wantsMail(userId, kind))) return;
    const end = notices ? { unsubscribe: notices.unsubscribeUrl(userId, kind) } : {};
    return queue.send({ to, subject: String(content.title), ...renderMail({ ...content, ...end }), ...end, ...more });
  };
  const unasked = { unasked: true };
  return {
    verifyEmail: (mail) => send(mail.to, mailTexts.verifyEmail(mail, appUrl), unasked),
    alreadyRegistered: (mail) => send(mail.to, mailTexts.alreadyRegistered(mail, appUrl), unasked),
    resetPassword: (mail) => send(mail.to, mailTexts.resetPassword(mail, appUrl), unasked),
    passwordChanged: (mail) => send(mail.to, mailTexts.passwordChanged(mail, appUrl)),
    confirmEmail: (mail) => send(mail.to, mailTexts.confirmEmail(mail, appUrl), unasked),
    addressInUse: (mail) => send(mail.to, mailTexts.addressInUse(mail, appUrl), unasked),
    emailChangeAsked: (mail) => send(mail.to, mailTexts.emailChangeAsked(mail, appUrl)),
    emailChanged: (mail) => send(mail.to, mailTexts.emailChanged(mail, appUrl)),
    accessRequested: (mail) => notify({ ...mail, kind: "access" }, mailTexts.accessRequested(mail, appUrl), unasked),
    accessApproved: (mail) => notify({ ...mail, kind: "access" }, mailTexts.accessApproved(mail, appUrl), unasked),
    accessRefused: (mail) => notify({ ...mail, kind: "access" }, mailTexts.accessRefused(mail, appUrl), unasked),
    datasetShared: (mail) => notify({ ...mail, kind: "access" }, mailTexts.datasetShared(mail, appUrl), unasked),
    runsFailing: (mail) =>
      notify({ ...mail, kind: "runs" }, mailTexts.runsFailing(mail, appUrl), { key: `runs-failing/${mail.runId}` }),
    logCheckpoint: (mail) =>
      notify({ ...mail, kind: "log" }, mailTexts.logCheckpoint(mail, appUrl), {
        key: `log-checkpoint/${mail.day}/${mail.userId}`,
      }),
    takenDown: (mail) => send(mail.to, mailTexts.takenDown(mail, appUrl)),
    contact: (mail) => send(mail.to, mailTexts.contact(mail)),
  };
}
