import type { MailQueue } from "./mail-queue.ts";
import { type MailContent, renderMail } from "./render-mail.ts";
import type { UserMails } from "#domain/core/ports/user-mails.ts";

/**
 * The texts of the mails about an account. Links start with the installation's own address, never with a request's Host.
 *
 * Mails that anybody can have sent to an address count against that address. A changed password and failing runs do not: only
 * the receiver's own account causes them, so nobody can flood with them, and no flood may keep a warning away. Messages to
 * admins have limits of their own where they come in, because a lost one would look sent.
 */
export function userMails(queue: Pick<MailQueue, "send">, appUrl: string): UserMails {
  const send = (to: string, content: MailContent, more: { key?: string; unasked?: boolean } = {}) =>
    queue.send({ to, subject: content.title, ...renderMail(content), ...more });
  const sendUnasked = (to: string, content: MailContent) => send(to, content, { unasked: true });
  return {
    verifyEmail: ({ to, name, token }) =>
      sendUnasked(to, {
        title: "Verify your e-mail address",
        paragraphs: [
          `Hello ${name},`,
          "open this link within 24 hours to finish your registration at Tributary.",
          "If you did not register, ignore this mail.",
        ],
        link: { label: "Verify e-mail", url: `${appUrl}/verify-email/${token}` },
      }),
    alreadyRegistered: ({ to }) =>
      sendUnasked(to, {
        title: "You are registered already",
        paragraphs: [
          "Somebody, perhaps you, tried to register at Tributary with this address. It has an account already, so nothing was changed.",
          "If you have forgotten your password, set a new one.",
        ],
        link: { label: "Set a new password", url: `${appUrl}/forgot-password` },
      }),
    resetPassword: ({ to, name, token }) =>
      sendUnasked(to, {
        title: "Set a new password",
        paragraphs: [
          `Hello ${name},`,
          "open this link within 30 minutes to set a new password. It works once.",
          "If you did not ask for it, ignore this mail: your password stays as it is.",
        ],
        link: { label: "Set a new password", url: `${appUrl}/reset-password/${token}` },
      }),
    passwordChanged: ({ to, name }) =>
      send(to, {
        title: "Your password was changed",
        paragraphs: [
          `Hello ${name},`,
          "your password at Tributary was changed and all your sessions were ended.",
          "If this was not you, set a new password at once.",
        ],
        link: { label: "Set a new password", url: `${appUrl}/forgot-password` },
      }),
    datasetShared: ({ to, title, datasetId }) =>
      sendUnasked(to, {
        title: `A dataset was shared with you: ${title}`,
        paragraphs: [`You can now read “${title}” at Tributary, in the browser and with your streaming key.`],
        link: { label: "Open the dataset", url: `${appUrl}/dataset_profile/${datasetId}` },
      }),
    runsFailing: ({ to, name, title, runId, failures }) =>
      send(
        to,
        {
          title: `${failures} runs in a row have failed: ${title}`,
          paragraphs: [
            `Hello ${name},`,
            `your connection to “${title}” at Tributary has failed ${failures} times in a row. Rows that earlier runs brought stay as they are.`,
            "The page of the run says why, request by request. You get no further mail about it until a run has succeeded.",
          ],
          link: { label: "See the run", url: `${appUrl}/run/${runId}` },
        },
        { key: `runs-failing/${runId}` },
      ),
    contact: ({ to, from }) =>
      send(to, {
        title: "A message from the contact page",
        paragraphs: [from.message, `Written by ${from.name}. Answer to ${from.email}: the address was not checked.`],
      }),
  };
}
