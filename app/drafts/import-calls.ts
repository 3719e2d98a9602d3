import type { ImportRead } from "#domain/connector-import/import-document.ts";
import { importLossWords } from "#domain/connector-import/import-note-words.ts";
import type { ImportSource } from "#domain/connector-import/import-reader.ts";
import { definitionText, type ImportedConnector, type NotImported } from "#domain/connector-import/imported.ts";
import type { OperationChoice } from "#domain/connector-import/openapi/openapi-definition.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, refuse, type Refused, toCallResult, tooMany } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";
import { makeDraft } from "./draft-calls.ts";
import { createDraft } from "#domain/use-cases/authoring/create-draft.ts";

/** Largest document, pasted or as a file. */
export const MAX_IMPORT_BYTES = 5_000_000;

/** The draft that an import made, and what it is made of. */
export type ImportedDraft = Pick<ImportedConnector, "definition" | "notes" | "lost"> & { readonly id: string };

/** Makes a draft of the viewer's from a document or a curl command. */
export async function importAsDraft(
  platform: Platform,
  request: ImportSource,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<ImportedDraft>> {
  const made = await readImport(platform, request, viewer);
  if (!made.ok) return made;
  const { notes, lost, definition, ...card } = made.value.connector;
  const content = { ...card, category: "API", isPublic: false, definitionText: definitionText(definition) };
  const source = { source: made.value.kind, notes, lost };
  const opened = await makeDraft(platform, viewer, async () =>
    toCallResult(
      platform,
      await createDraft(platform.ports, { written: content, by: viewer.id, imported: source }, cause),
    ),
  );
  return opened.ok ? { ok: true, value: { id: opened.value.draftId, definition, notes, lost } } : opened;
}

async function readImport(
  platform: Platform,
  source: ImportSource,
  viewer: UserRow,
): Promise<CallResult<Extract<ImportRead, { readonly ok: true }>>> {
  const refused = await refusedText(platform, source.text, viewer);
  if (refused) return refused;
  const made = await platform.imports.connector(source);
  return made.ok ? { ok: true, value: made } : notImported(made);
}

/** The operations or streams of a document to choose from. */
export async function choicesOf(
  platform: Platform,
  text: string,
  viewer: UserRow,
): Promise<CallResult<{ title: string; choices: readonly OperationChoice[] }>> {
  const refused = await refusedText(platform, text, viewer);
  if (refused) return refused;
  const found = await platform.imports.choices(text);
  return found.ok ? { ok: true, value: found } : notImported(found);
}

function notImported({ message, tooLarge, lost }: NotImported): Refused {
  if (lost !== undefined) return refuse("stream-not-portable", { message, lost: lost.map(importLossWords) });
  return tooLarge ? refuse("import-too-costly", { message }) : refuse("import-unreadable", { message });
}

/** Why a text is not read at all; null if it is. */
async function refusedText(platform: Platform, text: string, viewer: UserRow): Promise<Refused | null> {
  if (text.trim() === "") return refuse("import-empty");
  if (Buffer.byteLength(text) > MAX_IMPORT_BYTES) return refuse("import-too-large");
  const limit = await platform.limits.consume("import", { account: viewer.id });
  return limit.allowed ? null : tooMany(limit.retryAfterSeconds);
}
