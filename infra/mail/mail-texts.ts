import type { MailContent } from "./render-mail.ts";
import type { UserMails } from "#domain/core/ports/user-mails.ts";

/** The text of each mail about an account. Links start with the installation's own URL, never with a request's Host. */
export const mailTexts = {
  verifyEmail: ({ name, token }, appUrl) => ({
    title: "Verify your e-mail address",
    paragraphs: [
      `Hello ${name},`,
      "open this link within 24 hours to finish your registration at Tributary.",
      "If you did not register, ignore this mail.",
    ],
    link: { label: "Verify e-mail", url: `${appUrl}/verify-email/${token}` },
  }),
  alreadyRegistered: (_mail, appUrl) => ({
    title: "You are registered already",
    paragraphs: [
      "Somebody, perhaps you, tried to register at Tributary with this address. It has an account already, so nothing was changed.",
      "If you have forgotten your password, set a new one.",
    ],
    link: newPasswordLink(appUrl),
  }),
  resetPassword: ({ name, token }, appUrl) => ({
    title: "Set a new password",
    paragraphs: [
      `Hello ${name},`,
      "open this link within 30 minutes to set a new password. It works once.",
      "If you did not ask for it, ignore this mail: your password stays as it is.",
    ],
    link: { label: "Set a new password", url: `${appUrl}/reset-password/${token}` },
  }),
  passwordChanged: ({ name }, appUrl) => ({
    title: "Your password was changed",
    paragraphs: [
      `Hello ${name},`,
      "your password at Tributary was changed and all your sessions were ended.",
      "If this was not you, set a new password at once.",
    ],
    link: newPasswordLink(appUrl),
  }),
  datasetShared: ({ title, datasetId }, appUrl) => ({
    title: `A dataset was shared with you: ${title}`,
    paragraphs: [`You can now read “${title}” at Tributary, in the browser and with your streaming key.`],
    link: { label: "Open the dataset", url: `${appUrl}/dataset_profile/${datasetId}` },
  }),
  runsFailing: ({ name, title, runId, failures }, appUrl) => ({
    title: `${failures} runs in a row have failed: ${title}`,
    paragraphs: [
      `Hello ${name},`,
      `your connection to “${title}” at Tributary has failed ${failures} times in a row. Rows that earlier runs brought stay as they are.`,
      "The page of the run says why, request by request. You get no further mail about it until a run has succeeded.",
    ],
    link: { label: "See the run", url: `${appUrl}/run/${runId}` },
  }),
  contact: ({ from }) => ({
    title: "A message from the contact page",
    paragraphs: [from.message, `Written by ${from.name}. Answer to ${from.email}: the address was not checked.`],
  }),
} satisfies { [Kind in keyof UserMails]: (mail: Parameters<UserMails[Kind]>[0], appUrl: string) => MailContent };

function newPasswordLink(appUrl: string): MailContent["link"] & object {
  return { label: "Set a new password", url: `${appUrl}/forgot-password` };
}
