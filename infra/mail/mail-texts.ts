import type { MailContent } from "./render-mail.ts";
import type { NoticeFacts } from "#domain/core/notices.ts";
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
  passwordChanged: ({ name, ended: { apiKeys, streamingKey, webhooks } }, appUrl) => ({
    title: "Your password was changed",
    paragraphs: [
      `Hello ${name},`,
      "your password at Tributary was changed, and your other sessions were ended.",
      ...(apiKeys.length > 0 ? [`These API keys were ended: ${apiKeys.join(", ")}.`] : []),
      ...(streamingKey ? ["Your streaming key was ended. Make another under Manage, Stream Data."] : []),
      ...(webhooks.length > 0 ? [`These webhooks were switched off: ${webhooks.join(", ")}.`] : []),
      "If this was not you, set a new password at once.",
    ],
    link: newPasswordLink(appUrl),
  }),
  confirmEmail: ({ name, token }, appUrl) => ({
    title: "Confirm your new e-mail address",
    paragraphs: [
      `Hello ${name},`,
      "open this link within 24 hours to use this address for your account at Tributary. Until then your account keeps its present address.",
      "If you did not ask for it, ignore this mail.",
    ],
    link: { label: "Confirm e-mail", url: `${appUrl}/verify-email/${token}` },
  }),
  addressInUse: (_mail, appUrl) => ({
    title: "This address has an account already",
    paragraphs: [
      "Somebody, perhaps you, asked to use this address for another account at Tributary. It has an account already, so nothing was changed.",
      "If you have forgotten your password, set a new one.",
    ],
    link: newPasswordLink(appUrl),
  }),
  emailChangeAsked: ({ name, email }, appUrl) => ({
    title: "A new e-mail address for your account",
    paragraphs: [
      `Hello ${name},`,
      `somebody who knows your password asked to change the e-mail address of your account at Tributary to ${email}. It changes when the link in the mail to that address is opened.`,
      "If this was not you, set a new password at once: the link stops working then.",
    ],
    link: newPasswordLink(appUrl),
  }),
  emailChanged: ({ name, email }, appUrl) => ({
    title: "Your e-mail address was changed",
    paragraphs: [
      `Hello ${name},`,
      `the e-mail address of your account at Tributary is now ${email}. Mails about the account go there, and you log in with it.`,
      "If this was not you, write to the people who run this server.",
    ],
    link: { label: "Contact", url: `${appUrl}/contact` },
  }),
  accessRequested: ({ name, reason, title, datasetId }, appUrl) => ({
    title: `Request for access: ${title}`,
    paragraphs: [
      `${name} asks for access to your dataset “${title}” at Tributary and gives this reason:`,
      reason,
      "You can approve or refuse the request on the page of the dataset.",
    ],
    link: datasetLink(appUrl, datasetId, "See the request"),
  }),
  accessApproved: ({ title, datasetId, until }, appUrl) => ({
    title: `You have access: ${title}`,
    paragraphs: [
      `The owner has approved your request. You can now read “${title}” at Tributary, in the browser and with your streaming key.`,
      ...(until === null ? [] : [`Your access ends on ${DAY.format(new Date(until))} (UTC).`]),
    ],
    link: datasetLink(appUrl, datasetId, "Open the dataset"),
  }),
  accessRefused: ({ title, datasetId, note }, appUrl) => ({
    title: `Your request was refused: ${title}`,
    paragraphs: [
      `The owner has refused your request for access to “${title}” at Tributary.`,
      ...(note === "" ? [] : ["The owner wrote:", note]),
    ],
    link: datasetLink(appUrl, datasetId, "Open the dataset"),
  }),
  datasetShared: ({ title, datasetId }, appUrl) => ({
    title: `A dataset was shared with you: ${title}`,
    paragraphs: [`You can now read “${title}” at Tributary, in the browser and with your streaming key.`],
    link: datasetLink(appUrl, datasetId, "Open the dataset"),
  }),
  logCheckpoint: ({ day, note }, appUrl) => ({
    title: `Log checkpoint of ${day}`,
    paragraphs: [
      "This is the signed log checkpoint of your Tributary. Keep this mail: if the log is ever changed or replaced by an older one, the lines below show it.",
      "Save them as a file, each on a line of its own, and run npm run verify-log -- --checkpoint with that file.",
    ],
    verbatim: note,
    link: { label: "See the log", url: `${appUrl}/log` },
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
  takenDown: ({ name, title, reason }, appUrl) =>
    reason === null
      ? {
          title: `Shown again: ${title}`,
          paragraphs: [
            `Hello ${name},`,
            `an admin shows “${title}” at Tributary again, to everybody who saw it before.`,
          ],
        }
      : {
          title: `Taken down: ${title}`,
          paragraphs: [
            `Hello ${name},`,
            `an admin has taken down “${title}” at Tributary. You still see it; others do not.`,
            `Reason: ${reason}`,
            "If you think that this is a mistake, write to us.",
          ],
          link: { label: "Contact", url: `${appUrl}/contact` },
        },
  contact: ({ from }) => ({
    title: "A message from the contact page",
    paragraphs: [from.message, `Written by ${from.name}. Answer to ${from.email}: the address was not checked.`],
  }),
} satisfies { [Kind in keyof UserMails]: (mail: Parameters<UserMails[Kind]>[0], appUrl: string) => MailContent };

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** The mail of a notice about something that many users use. */
export function noticeMail(
  facts: Extract<NoticeFacts, { what: "key-expires" | "schema" | "version" | "rows" | "webhook-off" }>,
  appUrl: string,
): MailContent {
  if (facts.what === "key-expires")
    return {
      title: `Your API key ${facts.title} expires soon`,
      paragraphs: [
        `Your API key “${facts.title}” at Tributary expires on ${DAY.format(new Date(facts.expiresAt))} (UTC).`,
        "Programs that use it stop working then. Make another key and give them that one.",
      ],
      link: { label: "Make another key", url: `${appUrl}/account?tab=api-keys` },
    };
  if (facts.what === "webhook-off")
    return {
      title: "A webhook was switched off",
      paragraphs: [
        facts.reason === "gone"
          ? "The address of one of your webhooks at Tributary answered that it is gone (410)."
          : "The address of one of your webhooks at Tributary has failed for three days.",
        "Nothing is sent to it until you switch it on again.",
      ],
      link: { label: "See the webhook", url: `${appUrl}/account?tab=webhooks&webhook=${facts.webhookId}` },
    };
  if (facts.what === "rows")
    return {
      title: `New rows: ${facts.title}`,
      paragraphs: [`“${facts.title}”, which you use at Tributary, has new rows: version ${facts.version}.`],
      link: datasetLink(appUrl, facts.datasetId, "See the rows"),
    };
  if (facts.what === "version")
    return {
      title: `New version: ${facts.title} v${facts.version}`,
      paragraphs: [
        `“${facts.title}”, which you are connected to at Tributary, has a new version: v${facts.version}.`,
        "Your connection stays on its version until you move it.",
      ],
      link: { label: "See the new version", url: `${appUrl}/connector_profile/${facts.connectorId}` },
    };
  const lines = [
    ...(facts.added.length > 0 ? [`New columns: ${facts.added.join(", ")}.`] : []),
    ...(facts.removed.length > 0 ? [`Removed columns: ${facts.removed.join(", ")}.`] : []),
    ...(facts.changed.length > 0 ? [`Columns with another type: ${facts.changed.join(", ")}.`] : []),
  ];
  return {
    title: `Changed columns: ${facts.title}`,
    paragraphs: [`The columns of “${facts.title}”, which you use at Tributary, have changed.`, lines.join("\n")],
    link: { label: "See the table", url: `${appUrl}${facts.path}` },
  };
}

function datasetLink(appUrl: string, datasetId: string, label: string): MailContent["link"] & object {
  return { label, url: `${appUrl}/dataset_profile/${datasetId}` };
}

function newPasswordLink(appUrl: string): MailContent["link"] & object {
  return { label: "Set a new password", url: `${appUrl}/forgot-password` };
}
