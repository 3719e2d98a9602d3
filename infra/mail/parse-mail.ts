/** What a reader sees of a mail. */
export interface ParsedMail {
  readonly to: string;
  readonly subject: string;
  readonly date: Date;
  readonly text: string;
  readonly html: string | null;
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * Reads a mail that `fileTransport` wrote: one text, or text and HTML as alternatives, in UTF-8. No reader for mails of
 * others. MIME: RFC 2045 and 2046, encoded words: RFC 2047, flowed text: RFC 3676.
 */
export function parseMail(raw: string): ParsedMail {
  const mail = splitPart(raw.replaceAll("\r\n", "\n"));
  const boundary = /boundary="?([^";]+)"?/.exec(mail.headers.get("content-type") ?? "")?.[1];
  const parts =
    boundary === undefined
      ? [mail]
      : mail.body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => splitPart(part.replace(/^\n/, "")));
  const find = (type: string) =>
    parts.find(({ headers }) => (headers.get("content-type") ?? "text/plain").startsWith(type));
  const html = find("text/html");
  const text = find("text/plain");
  return {
    to: decodedWords(mail.headers.get("to") ?? ""),
    subject: decodedWords(mail.headers.get("subject") ?? ""),
    date: new Date(mail.headers.get("date") ?? 0),
    text: text ? decodedBody(text) : "",
    html: html ? decodedBody(html) : null,
  };
}

function splitPart(part: string): Part {
  const end = part.indexOf("\n\n");
  const head = end < 0 ? part : part.slice(0, end);
  const fields = head
    .replace(/\n[ \t]+/g, " ")
    .split("\n")
    .map((line) => /^([^:\s]+):\s*(.*)$/.exec(line));
  const headers = new Map(
    fields.flatMap((match) => (match ? [[(match[1] ?? "").toLowerCase(), match[2] ?? ""] as const] : [])),
  );
  return { headers, body: end < 0 ? "" : part.slice(end + 2) };
}

function decodedBody({ headers, body }: Part): string {
  const encoding = (headers.get("content-transfer-encoding") ?? "7bit").toLowerCase();
  const text =
    encoding === "base64"
      ? Buffer.from(body, "base64").toString("utf8")
      : encoding === "quoted-printable"
        ? quotedPrintable(body.replaceAll("=\n", ""))
        : body;
  const flowed = /format=flowed/i.test(headers.get("content-type") ?? "");
  const plain = flowed ? text.replaceAll(" \n", " ").replace(/^ /gm, "") : text;
  return `${plain.trimEnd()}\n`;
}

/** Neighbouring encoded words are joined as bytes: a letter may be split between two. */
function decodedWords(value: string): string {
  return value.replace(/=\?utf-8\?[bq]\?[^?]*\?=(?:\s+=\?utf-8\?[bq]\?[^?]*\?=)*/gi, (words) => {
    const bytes = [...words.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind, data = ""]) =>
      kind?.toLowerCase() === "b" ? Buffer.from(data, "base64") : quotedBytes(data.replaceAll("_", " ")),
    );
    return Buffer.concat(bytes).toString("utf8");
  });
}

function quotedPrintable(text: string): string {
  return quotedBytes(text).toString("utf8");
}

function quotedBytes(text: string): Buffer {
  const raw = Buffer.from(text, "utf8")
    .toString("latin1")
    .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(raw, "latin1");
}
