import type { EncodingSource } from "#domain/dataset/load-report.ts";
import { type ByteSource, rawChunks } from "../file-bytes.ts";
import { ForeignLines } from "./foreign-lines.ts";
import { legacyEncoding } from "./legacy-encoding.ts";
import { byteOrderMark, utf16WithoutMark } from "./unicode-encoding.ts";

type Chosen = Pick<ByteSource, "encoding" | "repair"> & { readonly encodingBy: EncodingSource };

/** Finds how the bytes of a file become text. `notUtf8`: an earlier pass found that it is not UTF-8. */
export async function chooseEncoding(
  file: Pick<ByteSource, "path" | "gzip">,
  wanted: string | undefined,
  notUtf8: boolean,
): Promise<Chosen> {
  if (wanted !== undefined) return { encoding: wanted, repair: notUtf8, encodingBy: "chosen" };
  const lines = new ForeignLines();
  let first = true;
  for await (const read of rawChunks(file)) {
    if (read === "bad-gzip" || lines.enough) break;
    const mark = first ? (byteOrderMark(read.chunk)?.encoding ?? null) : null;
    if (mark !== null) return { encoding: mark, repair: notUtf8, encodingBy: "mark" };
    const wide = first ? utf16WithoutMark(read.chunk) : null;
    if (wide !== null) return { encoding: wide, repair: false, encodingBy: "detected" };
    if (!notUtf8) break;
    first = false;
    lines.add(read.chunk);
  }
  const encoding = notUtf8 ? legacyEncoding(lines.all()) : "utf-8";
  return { encoding, repair: notUtf8 && encoding === "utf-8", encodingBy: notUtf8 ? "detected" : "valid" };
}
