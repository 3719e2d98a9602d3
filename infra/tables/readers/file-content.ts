import { isUtf8 } from "node:buffer";
import { open } from "node:fs/promises";
import type { FileKind } from "#domain/dataset/load-failure.ts";
import type { FileFormat } from "#domain/dataset/load-settings.ts";
import { byteOrderMark, utf16WithoutMark } from "../csv/encoding/unicode-encoding.ts";
import { otherKindOfFile } from "../csv/refusal.ts";
import { FileFault } from "./file-fault.ts";
import { withZip } from "./zip/zip-file.ts";

/** Bytes that a document of old Office is looked at for the name of what is locked in it. */
const DIRECTORY_BYTES = 4_096;

/** Whether a file is of a kind that is read from several places, as its first bytes show. */
export function isReadFromPlaces(head: Uint8Array): boolean {
  const kind = otherKindOfFile(head);
  return kind === "zip" || kind === "parquet" || kind === "old-office";
}

/**
 * The format that the first bytes of a file show; `wanted` overrides it for texts. Throws a `FileFault` if they are of
 * another kind of file.
 */
export async function contentOf(
  path: string,
  head: Buffer,
  wanted: FileFormat | undefined,
): Promise<FileFormat | "zip"> {
  const found = await formatOf(path, head);
  if (wanted === undefined || wanted === found || found === "zip") return found;
  const isText = found === "csv" || found === "json" || found === "ndjson";
  if (isText && wanted !== "xlsx" && wanted !== "parquet") return wanted;
  throw new FileFault({ code: "other-format", facts: { format: wanted } });
}

async function formatOf(path: string, head: Buffer): Promise<FileFormat | "zip"> {
  const text = asUtf8(head);
  // The bytes of a container may look like text of two bytes a character, if what is in it is such a text.
  const kind = otherKindOfFile(head) ?? otherKindOfFile(text);
  switch (kind) {
    case null:
      return isListOfValues(text) ? "json" : "csv";
    case "parquet":
      return "parquet";
    case "json":
      return isLines(text) ? "ndjson" : beginsWithCell(text) ? "csv" : "json";
    case "zip":
      return zipFormat(path);
    case "old-office":
      throw notATable((await isLocked(path)) ? "locked-office" : kind);
    default:
      throw notATable(kind);
  }
}

/** The head as UTF-8, if it is text of two bytes a character. */
function asUtf8(head: Buffer): Buffer {
  const encoding = byteOrderMark(head)?.encoding ?? utf16WithoutMark(head);
  if (encoding !== "utf-16le" && encoding !== "utf-16be") return head;
  return Buffer.from(new TextDecoder(encoding).decode(head));
}

function notATable(kind: FileKind): FileFault {
  return new FileFault({ code: "not-a-table", facts: { kind } });
}

/** A workbook, or a file of others. */
async function zipFormat(path: string): Promise<"xlsx" | "zip"> {
  return withZip(path, { maxBytes: 0 }, async ({ names }) => {
    const has = (name: string) => names.includes(name);
    if (has("xl/workbook.xml")) return "xlsx";
    if (!has("[Content_Types].xml")) {
      if (has("mimetype") && has("content.xml")) throw notATable("open-document");
      return "zip";
    }
    if (has("xl/workbook.bin")) throw notATable("binary-workbook");
    if (names.some((name) => /^(?:word|ppt)\//.test(name))) throw notATable("office-document");
    return "zip";
  });
}

/** Whether a document of old Office is one of new Office that is locked with a password. */
async function isLocked(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const header = Buffer.alloc(512);
    await file.read(header, 0, header.length, 0);
    const sectorBytes = 2 ** header.readUInt16LE(30);
    const directory = Buffer.alloc(DIRECTORY_BYTES);
    // The first sector follows the header.
    const at = (header.readUInt32LE(48) + 1) * sectorBytes;
    if (!Number.isSafeInteger(at)) return false;
    await file.read(directory, 0, directory.length, at);
    return directory.includes(Buffer.from("EncryptedPackage", "utf16le"));
  } finally {
    await file.close();
  }
}

/** Whether a list or object at the beginning of a text is a cell: it ends in the first line, and another cell follows. */
function beginsWithCell(head: Buffer): boolean {
  const end = head.indexOf(0x0a);
  const line = head
    .subarray(0, end < 0 ? head.length : end)
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .trim();
  // Another list or object behind a comma is one of JSON.
  return /^ *(?:[;\t|].|,\s*[^\s{[])/.test(line.slice(endOfValue(line)));
}

/** Where the brackets are closed that a text begins with; its length: they are not. */
function endOfValue(text: string): number {
  let depth = 0;
  let inString = false;
  for (const { 0: token, index } of text.matchAll(/\\.|["[\]{}]/g)) {
    if (token === '"') inString = !inString;
    else if (inString || token.length > 1) continue;
    else if (token === "[" || token === "{") depth += 1;
    else depth -= 1;
    if (depth === 0 && !inString) return index + 1;
  }
  return text.length;
}

const LOOKED_AT_LINES = 20;

/** Whether each line of a JSON text is a value: at least two are, and most of those that are there as a whole. */
function isLines(head: Buffer): boolean {
  const lines = head
    .subarray(0, isUtf8(head) ? head.length : head.lastIndexOf(0x0a) + 1)
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, LOOKED_AT_LINES);
  const values = lines.filter(isValue).length;
  return values >= 2 && values * 2 >= lines.length;
}

/** Whether a text is a JSON list of numbers, texts and others that are no records, as far as it is there. */
function isListOfValues(head: Buffer): boolean {
  const text = head
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .trim();
  if (!text.startsWith("[")) return false;
  return isValue(text) || isValue(`${text.slice(0, text.lastIndexOf(","))}]`);
}

function isValue(line: string): boolean {
  if (!/^\s*[[{]/.test(line)) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
