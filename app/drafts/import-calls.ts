import { importCurl } from "#domain/connector-import/curl/curl-definition.ts";
import { definitionText, type Imported, type ImportNote } from "#domain/connector-import/imported.ts";
import { describeUnreadableText } from "#domain/connector-import/other-documents.ts";
import {
  importOpenApi,
  operationChoices,
  type OperationChoice,
} from "#domain/connector-import/openapi/openapi-definition.ts";
import type { DraftSource } from "#domain/draft/events.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, refuse, toCallResult, tooMany } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";
import { makeDraft } from "./draft-calls.ts";
import { createDraft } from "#domain/use-cases/authoring/create-draft.ts";

/** Largest OpenAPI document, pasted or as a file. */
export const MAX_IMPORT_BYTES = 5_000_000;

/** `operations`: those to import, as `operationChoices` names them; null imports the usual ones. */
export type ImportRequest = {
  readonly kind: DraftSource["source"];
  readonly text: string;
  readonly operations: readonly string[] | null;
};

/** Which kind a pasted text is. */
export function kindOf(text: string): ImportRequest["kind"] {
  return /^\s*(?:[$%>]\s+)?(?:\w+=\S*\s+)*(?:\S*[\\/])?curl(?:\.exe)?\s/i.test(text) ? "curl" : "openapi";
}

/** Makes a draft of the viewer's from an OpenAPI document or a curl command. */
export async function importAsDraft(
  platform: Platform,
  request: ImportRequest,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ id: string; notes: readonly ImportNote[] }>> {
  const made = await readImport(platform, request, viewer);
  if (!made.ok) return made;
  const { notes, definition, ...card } = made.value;
  const content = { ...card, category: "API", isPublic: false, definitionText: definitionText(definition) };
  const source = { source: request.kind, notes };
  const opened = await makeDraft(platform, viewer, async () =>
    toCallResult(
      platform,
      await createDraft(platform.ports, { written: content, by: viewer.id, imported: source }, cause),
    ),
  );
  return opened.ok ? { ok: true, value: { id: opened.value.draftId, notes } } : opened;
}

async function readImport(
  platform: Platform,
  { kind, text, operations }: ImportRequest,
  viewer: UserRow,
): Promise<CallResult<Extract<Imported, { ok: true }>["connector"]>> {
  if (kind === "curl") {
    const made = importCurl(text);
    return made.ok ? { ok: true, value: made.connector } : refuse("import-unreadable", { message: made.message });
  }
  const read = await readDocument(platform, text, viewer);
  if (!read.ok) return read;
  const made = importOpenApi(read.value, operations);
  return made.ok ? { ok: true, value: made.connector } : refuse("import-unreadable", { message: made.message });
}

/** The operations to choose from in an OpenAPI document. */
export async function choicesOf(
  platform: Platform,
  text: string,
  viewer: UserRow,
): Promise<CallResult<{ title: string; choices: readonly OperationChoice[] }>> {
  const read = await readDocument(platform, text, viewer);
  if (!read.ok) return read;
  const found = operationChoices(read.value);
  return found.ok ? { ok: true, value: found } : refuse("import-unreadable", { message: found.message });
}

/** Parses JSON, or else YAML, which includes JSON. */
async function readDocument(platform: Platform, text: string, viewer: UserRow): Promise<CallResult<unknown>> {
  if (text.trim() === "") return refuse("import-empty");
  if (Buffer.byteLength(text) > MAX_IMPORT_BYTES) return refuse("import-too-large");
  const limit = await platform.limits.consume("import", { account: viewer.id });
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  try {
    return { ok: true, value: JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as unknown };
  } catch {
    const read = await platform.yaml.read(text);
    if (read.ok) return { ok: true, value: read.value };
    const unread = read.message.startsWith("The YAML cannot be read");
    const asWritten = /^\s*[{[]/.test(text) ? read.message.replace("The YAML", "The JSON") : read.message;
    return refuse("import-unreadable", { message: (unread ? describeUnreadableText(text) : null) ?? asWritten });
  }
}
