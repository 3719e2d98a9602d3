import type { SendMailOptions, Transporter } from "nodemailer";

/** A mail to send. `id` stays the same over retries, so that a mail sent twice can be recognised. */
export interface OutgoingMail {
  readonly id: string;
  readonly created: Date;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The address that ends mails of this kind, by one POST without a login (RFC 8058). */
  readonly unsubscribe?: string;
}

/**
 * `rejected`: never accepted. `postponed`: not now. `unreachable`: no server answers, so no mail can be sent. `reason`
 * is a code for logs, without addresses and text of the mail.
 */
export type Delivery =
  | { readonly ok: true }
  | { readonly ok: false; readonly why: "rejected" | "postponed" | "unreachable"; readonly reason: string };

/** Delivers one mail, within a minute. */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<Delivery>;
}

/**
 * The mail for nodemailer. The recipient is passed as a structure, so that a comma in it cannot make two of it, and
 * content is never read from a file or a URL.
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
    headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(mail) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function unsubscribeHeaders({ unsubscribe }: OutgoingMail): Record<string, string> {
  if (unsubscribe === undefined) return {};
  return { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** RFC 5322, 2.1.1, without the line break. */
const MAX_LINE_BYTES = 998;

/**
 * Makes a transporter send texts unencoded, so that a link is whole in the raw mail: nodemailer writes lines of more
 * than 76 characters as quoted-printable, which breaks them. `eightBit`: whether letters beyond ASCII may stay
 * unencoded too; not every mail server accepts them. A text with a line longer than mail allows stays encoded.
 */
export function sendPlainTexts(
  transporter: Pick<Transporter, "use">,
  { eightBit }: { readonly eightBit: boolean },
): void {
  transporter.use("stream", (mail, done) => {
    for (const node of nodesOf(mail.message as unknown as MimePart)) {
      const text = node.content;
      if (typeof text !== "string" || !/^text\//i.test(node.getHeader("Content-Type") ?? "")) continue;
      const ascii = /^[\t\n\r\x20-\x7e]*$/.test(text);
      const fits =
        text.split("\n").every((line) => Buffer.byteLength(line) <= MAX_LINE_BYTES) && !/[\0]|\r(?!\n)/.test(text);
      if (fits && (ascii || eightBit)) node.getTransferEncoding = () => (ascii ? "7bit" : "8bit");
    }
    done();
  });
}

/** The part of nodemailer's MimeNode that we use. */
type MimePart = {
  readonly childNodes: readonly MimePart[];
  readonly content?: unknown;
  getHeader(name: string): string | undefined;
  getTransferEncoding(): string | false;
};

function nodesOf(node: MimePart): MimePart[] {
  return [node, ...node.childNodes.flatMap(nodesOf)];
}
