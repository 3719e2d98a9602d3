import type { SendMailOptions } from "nodemailer";

/** A mail on its way. `id` stays the same over retries, so that a mail sent twice can be recognised. */
export interface OutgoingMail {
  readonly id: string;
  readonly created: Date;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/**
 * `rejected`: never will be taken. `postponed`: not now. `unreachable`: nobody there to take this mail or any other.
 * `reason` is a code for logs; it holds no address and no text of the mail.
 */
export type Delivery = { readonly ok: true } | { readonly ok: false; readonly why: "rejected" | "postponed" | "unreachable"; readonly reason: string };

/** Hands over one mail, within a minute. */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<Delivery>;
}

/**
 * The mail as nodemailer takes it. The recipient goes in as a structure, so that a comma in it cannot make two of it, and no
 * content is ever read from a file or an address.
 */
export function message(mail: OutgoingMail, from: string): SendMailOptions {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";
  return {
    from,
    to: { name: "", address: mail.to },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    date: mail.created,
    messageId: `<${mail.id}@${domain}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
