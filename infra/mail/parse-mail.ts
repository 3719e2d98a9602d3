import PostalMime from "postal-mime";

/** What a reader sees of a mail. */
export interface ParsedMail {
  readonly to: string;
  readonly subject: string;
  readonly date: Date;
  readonly text: string;
  readonly html: string | null;
}

/** Reads a mail that `fileTransport` wrote: one text, or text and HTML as alternatives. */
export async function parseMail(raw: string): Promise<ParsedMail> {
  const { to = [], subject = "", date, text = "", html } = await PostalMime.parse(raw);
  return {
    to: to.map(({ address }) => address).join(", "),
    subject,
    date: new Date(date ?? 0),
    text: `${text.trimEnd()}\n`,
    html: html === undefined ? null : `${html.trimEnd()}\n`,
  };
}
