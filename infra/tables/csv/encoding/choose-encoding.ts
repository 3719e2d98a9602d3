import type { EncodingRival, EncodingSource } from "#domain/dataset/load-report.ts";
import { type ByteSource, rawChunks } from "../file-bytes.ts";
import { ForeignLines } from "./foreign-lines.ts";
import { legacyEncoding } from "./legacy-encoding.ts";
import { byteOrderMark, utf16WithoutMark } from "./unicode-encoding.ts";

/** How the bytes of a file become text. `rival`: an encoding that it may be in instead, if that is not certain. */
export type ChosenEncoding = Pick<ByteSource, "encoding" | "repair"> & {
  readonly encodingBy: EncodingSource;
  readonly rival: EncodingRival | null;
};

/** Finds how the bytes of a file become text. `notUtf8`: an earlier pass found that it is not UTF-8. */
export async function chooseEncoding(
  file: Pick<ByteSource, "path" | "packing">,
  wanted: string | undefined,
  notUtf8: boolean,
): Promise<ChosenEncoding> {
  if (wanted !== undefined) return { encoding: wanted, repair: notUtf8, encodingBy: "chosen", rival: null };
  const lines = new ForeignLines();
  let first = true;
  for await (const read of rawChunks(file)) {
    if (typeof read === "string" || lines.enough) break;
    const mark = first ? (byteOrderMark(read.chunk)?.encoding ?? null) : null;
    if (mark !== null) return { encoding: mark, repair: notUtf8, encodingBy: "mark", rival: null };
    const wide = first ? utf16WithoutMark(read.chunk) : null;
    if (wide !== null) return { encoding: wide, repair: false, encodingBy: "detected", rival: null };
    if (!notUtf8) break;
    first = false;
    lines.add(read.chunk);
  }
  if (!notUtf8) return { encoding: "utf-8", repair: false, encodingBy: "valid", rival: null };
  const { encoding, rival } = legacyEncoding(lines.all());
  return { encoding, repair: encoding === "utf-8", encodingBy: "detected", rival };
}
