import { type Markup, markup } from "#domain/core/text/writers/markup.ts";
import { type Said, type Written, linesOf } from "./mail-words.ts";

export interface MailContent {
  readonly title: Said;
  readonly paragraphs: readonly (Said | Written)[];
  /** A text that must arrive as it is, line by line. */
  readonly verbatim?: string;
  /** The one action, if any. `url` must be one of ours. */
  readonly link?: { readonly label: string; readonly url: string };
  /** The address that ends mails of this kind. */
  readonly unsubscribe?: string;
}

export interface RenderedMail {
  readonly text: string;
  readonly html: string;
}

/**
 * A mail in two forms: plain text, wrapped, with the link unbroken on a line by itself, and simple HTML for screen
 * readers, dark schemes and old clients. It loads nothing. What a person wrote is a quotation in both, so that it cannot
 * pass for ours.
 */
export function renderMail({ title, paragraphs, verbatim, link, unsubscribe }: MailContent): RenderedMail {
  if (link && !/^https?:\/\//.test(link.url)) throw new Error("A mail may link to http and https only");
  const text = [
    ...[title, ...paragraphs].map(plain),
    ...(verbatim === undefined ? [] : [verbatim]),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...(unsubscribe ? [`${NO_MORE}:\n${unsubscribe}`] : []),
  ].join("\n\n");
  const body = [
    markup`<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${String(title)}</h1>\n`,
    ...paragraphs.map(paragraphHtml),
    ...(verbatim === undefined ? [] : [markup`<pre style="margin:0 0 16px;overflow-x:auto">${verbatim}</pre>\n`]),
    ...(link ? linkHtml(link.label, link.url) : []),
    ...(unsubscribe
      ? [markup`<p style="margin:24px 0 0;font-size:14px"><a href="${unsubscribe}">${NO_MORE}</a></p>\n`]
      : []),
  ];
  const html = markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${String(title)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif"><main style="max-width:560px;margin:0 auto">
${body}</main></body>
</html>
`;
  return { text: `${text}\n`, html: String(html) };
}

const NO_MORE = "No more mails of this kind";
const LINE_CHARS = 76;

/** Every line of a quotation begins with its mark, as mails quote mails. */
function plain(paragraph: Said | Written): string {
  const mark = paragraph.isQuotation ? "> " : "";
  return linesOf(paragraph)
    .flatMap(wrapped)
    .map((line) => (mark + line).trimEnd())
    .join("\n");
}

/** Lines of at most 76 characters, broken at blanks; a longer word stays whole. */
function wrapped(line: string): string[] {
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || (last !== "" && last.length + 1 + word.length > LINE_CHARS)) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}

function paragraphHtml(paragraph: Said | Written): Markup {
  const lines = linesOf(paragraph).map((line, at) => (at === 0 ? markup`${line}` : markup`<br>${line}`));
  return paragraph.isQuotation
    ? markup`<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #8A9BA5">${lines}</blockquote>\n`
    : markup`<p style="margin:0 0 16px">${lines}</p>\n`;
}

function linkHtml(label: string, address: string): Markup[] {
  return [
    markup`<p style="margin:0 0 16px"><a href="${address}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#0B6075;color:#FFFFFF;text-decoration:none">${label}</a></p>\n`,
    markup`<p style="margin:0;font-size:14px">Or copy this address into your browser:<br><a href="${address}" style="word-break:break-all">${address}</a></p>\n`,
  ];
}
