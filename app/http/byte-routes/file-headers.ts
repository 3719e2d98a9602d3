import contentDisposition from "content-disposition";
import fresh from "fresh";
import { cutText, withoutEnd } from "#domain/core/text/text.ts";

/** A file name that is valid on every system, from a title. */
export function fileNameOf(title: string, extension: string): string {
  const plain = title
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+/, "");
  const stem = withoutEnd(plain, ". ");
  return `${cutText(stem, 100) || "table"}.${extension}`;
}

/** Content-Disposition (RFC 6266) for any name, including ill-formed text. */
export function disposition(kind: "attachment" | "inline", name: string): string {
  const whole = cutText(name, 200).toWellFormed();
  // The name for clients that support ASCII only: Windows would refuse a `?` in it.
  return contentDisposition(whole, { type: kind, fallback: whole.replace(/[^\x20-\x7e]|["\\%]/g, "_") });
}

/**
 * Whether a client's If-None-Match contains this tag, also if a proxy that compresses answers has marked it as weak.
 */
export function isKnownTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  return fresh({ "if-none-match": ifNoneMatch ?? undefined }, { etag });
}
