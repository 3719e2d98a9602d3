export interface MailContent {
  readonly title: string;
  readonly paragraphs: readonly string[];
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
 * readers, dark schemes and old clients. It loads nothing. All text is escaped, so that a user's name cannot add
 * markup.
 */
export function renderMail({ title, paragraphs, verbatim, link, unsubscribe }: MailContent): RenderedMail {
  if (link && !/^https?:\/\//.test(link.url)) throw new Error("A mail may link to http and https only");
  const text = [
    ...[title, ...paragraphs].map(wrapped),
    ...(verbatim === undefined ? [] : [verbatim]),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...(unsubscribe ? [`${NO_MORE}:\n${unsubscribe}`] : []),
  ].join("\n\n");
  const body = [
    `<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escape(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escape(paragraph).replaceAll("\n", "<br>")}</p>`),
    ...(verbatim === undefined ? [] : [`<pre style="margin:0 0 16px;overflow-x:auto">${escape(verbatim)}</pre>`]),
    ...(link ? linkHtml(link.label, link.url) : []),
    ...(unsubscribe
      ? [`<p style="margin:24px 0 0;font-size:14px"><a href="${escape(unsubscribe)}">${NO_MORE}</a></p>`]
      : []),
  ];
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escape(title)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif"><main style="max-width:560px;margin:0 auto">
${body.join("\n")}
</main></body>
</html>
`;
  return { text: `${text}\n`, html };
}

const NO_MORE = "No more mails of this kind";
const LINE_CHARS = 76;

/** Lines of at most 76 characters, broken at blanks; a longer word stays whole. */
function wrapped(paragraph: string): string {
  const lines = paragraph.split("\n").map((line) => {
    let length = 0;
    return line.split(" ").reduce((text, word) => {
      const breaks = length > 0 && length + 1 + word.length > LINE_CHARS;
      length = breaks || length === 0 ? word.length : length + 1 + word.length;
      return text === "" ? word : `${text}${breaks ? "\n" : " "}${word}`;
    }, "");
  });
  return lines.join("\n");
}

function linkHtml(label: string, url: string): string[] {
  const address = escape(url);
  return [
    `<p style="margin:0 0 16px"><a href="${address}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#0B6075;color:#FFFFFF;text-decoration:none">${escape(label)}</a></p>`,
    `<p style="margin:0;font-size:14px">Or copy this address into your browser:<br><a href="${address}" style="word-break:break-all">${address}</a></p>`,
  ];
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
