import { parseDocument } from "yaml";
import { describeUnreadableText } from "#domain/connector-import/other-documents.ts";
import { cutText } from "#domain/core/text/text.ts";

/** How many values the aliases of a document may expand to; more means an alias bomb. */
const MAX_ALIAS_VALUES = 1_000;

export type DocumentRead =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** Parses JSON, or else YAML, which includes JSON, into plain JSON. Refuses what nests or is aliased too much. */
export function readDocument(text: string): DocumentRead {
  try {
    return { ok: true, value: JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as unknown };
  } catch {
    return readYaml(text);
  }
}

function readYaml(text: string): DocumentRead {
  const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false, merge: true });
  const error = document.errors[0];
  if (error !== undefined) {
    if (error.message.startsWith("Maximum call stack")) return { ok: false, message: "The YAML nests too deep." };
    const at = error.linePos?.[0];
    const place = at === undefined ? "" : ` (line ${at.line}, column ${at.col})`;
    const kind = /^\s*[{[]/.test(text) ? "JSON" : "YAML";
    const fault = cutText(error.message.split(/ at line |\n/)[0] ?? "", 200);
    return { ok: false, message: describeUnreadableText(text) ?? `The ${kind} cannot be read${place}: ${fault}.` };
  }
  try {
    const json = JSON.stringify(document.toJS({ maxAliasCount: MAX_ALIAS_VALUES })) ?? "null";
    return { ok: true, value: JSON.parse(json) as unknown };
  } catch {
    return { ok: false, message: "The YAML refers to itself, or its aliases expand to too much." };
  }
}
