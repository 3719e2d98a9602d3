import type { Steps } from "../core/limits/steps.ts";
import { cutText } from "../core/text/text.ts";
import { importAirbyte, streamChoices } from "./airbyte/airbyte-definition.ts";
import { importHar, recordingChoices } from "./har/har-definition.ts";
import { type Imported, type ImportedConnector, isObject, type Loose, member, type NotImported } from "./imported.ts";
import { type Choices, importOpenApi, operationChoices } from "./openapi/openapi-definition.ts";
import { sizeFault } from "./document-size.ts";
import { collectionChoices, importPostman } from "./postman/postman-definition.ts";
import { describeOtherDocument, describeOtherKind } from "./other-documents.ts";

/** The kinds of documents that become connectors. */
export const DOCUMENT_KINDS = ["openapi", "airbyte", "postman", "har"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
/** All that an import reads. */
export const IMPORT_KINDS = [...DOCUMENT_KINDS, "curl"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** What an import made, and of what. */
export type ImportRead =
  { readonly ok: true; readonly kind: ImportKind; readonly connector: ImportedConnector } | NotImported;

/** Within so many characters the name of a command has come. */
const COMMAND_CHARS = 10_000;

/** Whether a text is a curl command, whatever stands before its name. */
export function isCurlCommand(text: string): boolean {
  return /^\s*(?:[$%>]\s+)?(?:\w+=\S*\s+)*(?:\S*[\\/])?curl(?:\.exe)?\s/i.test(cutText(text, COMMAND_CHARS));
}

type Importer = {
  readonly import: (value: unknown, wanted: readonly string[] | null, steps?: Steps) => Imported;
  readonly choices: (value: unknown, steps?: Steps) => Choices;
};

const IMPORTERS: Readonly<Record<DocumentKind, Importer>> = {
  openapi: { import: importOpenApi, choices: operationChoices },
  airbyte: { import: importAirbyte, choices: streamChoices },
  postman: { import: importPostman, choices: collectionChoices },
  har: { import: importHar, choices: recordingChoices },
};

/** The kind of a parsed document, or null. */
export function documentKind(value: unknown): DocumentKind | null {
  const root = value as Loose;
  if (!isObject(root)) return null;
  if (member(root, "openapi") !== undefined) return "openapi";
  if (member(root, "type") === "DeclarativeSource") return "airbyte";
  if (Array.isArray(member(member(root, "log"), "entries"))) return "har";
  if (isCollection(member(root, "collection") ?? root)) return "postman";
  const isManifest = Array.isArray(member(root, "streams")) && isObject(member(root, "check"));
  return isManifest ? "airbyte" : null;
}

function isCollection(root: Loose): boolean {
  return Array.isArray(member(root, "item")) && isObject(member(root, "info"));
}

/**
 * Makes a connector from a parsed document. `kind`: what it must be; null recognises it. `wanted`: the operations or
 * streams to take; null takes the usual ones. `steps`: what reading it may cost, if not as much as usual.
 */
export function importDocument(
  value: unknown,
  kind: DocumentKind | null,
  wanted: readonly string[] | null,
  steps?: Steps,
): ImportRead {
  const found = kindIn(value, kind);
  if (!found.ok) return found;
  const made = IMPORTERS[found.kind].import(value, wanted, steps);
  return made.ok ? { ...made, kind: found.kind } : made;
}

/** The operations or streams of a parsed document to choose from. */
export function documentChoices(value: unknown, kind: DocumentKind | null, steps?: Steps): Choices {
  const found = kindIn(value, kind);
  return found.ok ? IMPORTERS[found.kind].choices(value, steps) : found;
}

/** The kind by which a document is read, or why it is not what it was said to be. */
function kindIn(value: unknown, said: DocumentKind | null): { ok: true; kind: DocumentKind } | NotImported {
  const kind = documentKind(value);
  if (kind === null) {
    const fault = sizeFault(value);
    return { ok: false, message: fault ?? describeOtherDocument(value as Loose) };
  }
  return said === null || said === kind ? { ok: true, kind } : { ok: false, message: describeOtherKind(said, kind) };
}
