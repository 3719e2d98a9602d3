import contentDisposition from "content-disposition";
import fresh from "fresh";
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
  const whole = cutText(name, 200).toWellFormed();
  // The name for readers that know ASCII only: a `?` in its place would be refused by Windows.
  return contentDisposition(whole, { type: kind, fallback: whole.replace(/[^\x20-\x7e]|["\\%]/g, "_") });
}

/** Whether a reader's If-None-Match names this tag, be it marked as weak by a proxy that packs answers. */
export function isKnownTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  return fresh({ "if-none-match": ifNoneMatch ?? undefined }, { etag });
}
