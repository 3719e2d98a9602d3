import { cutText } from "#domain/core/text/text.ts";

/** A file name that every system takes, from a title. */
export function fileNameOf(title: string, extension: string): string {
  const stem = title
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  return `${cutText(stem, 100) || "table"}.${extension}`;
}

/** Content-Disposition (RFC 6266) for any name, also one that is no well-formed text. */
export function disposition(kind: "attachment" | "inline", name: string): string {
  const whole = cutText(name, 200);
  return `${kind}; filename="${whole.replace(/[^\x20-\x7e]|["\\%]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(whole).replace(/['()*]/g, percentEncoded)}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
