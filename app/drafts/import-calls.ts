import {
  definitionText,
  type ImportedConnector,
  type ImportNotes,
  type NotImported,
} from "#domain/connector-import/imported.ts";
import type { OperationChoice } from "#domain/connector-import/openapi/openapi-definition.ts";
import { cutText } from "#domain/core/text/text.ts";
import type { DraftSource } from "#domain/draft/events.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, refuse, type Refused, toCallResult, tooMany } from "../http/call-result.ts";
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

/** Within so many characters the name of the command has come. */
const COMMAND_CHARS = 10_000;

/** Which kind a pasted text is. */
export function kindOf(text: string): ImportRequest["kind"] {
  return /^\s*(?:[$%>]\s+)?(?:\w+=\S*\s+)*(?:\S*[\\/])?curl(?:\.exe)?\s/i.test(cutText(text, COMMAND_CHARS))
    ? "curl"
    : "openapi";
}

/** Makes a draft of the viewer's from an OpenAPI document or a curl command. */
export async function importAsDraft(
  platform: Platform,
  request: ImportRequest,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ id: string; notes: readonly ImportNotes[] }>> {
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
): Promise<CallResult<ImportedConnector>> {
  const refused = await refusedText(platform, text, viewer);
  if (refused) return refused;
  const made = await platform.imports.connector(kind === "curl" ? { kind, text } : { kind, text, operations });
  return made.ok ? { ok: true, value: made.connector } : notImported(made);
}

/** The operations to choose from in an OpenAPI document. */
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

function notImported({ message, tooLarge }: NotImported): Refused {
  return tooLarge ? refuse("import-too-costly", { message }) : refuse("import-unreadable", { message });
}

/** Why a text is not read at all; null if it is. */
async function refusedText(platform: Platform, text: string, viewer: UserRow): Promise<Refused | null> {
  if (text.trim() === "") return refuse("import-empty");
  if (Buffer.byteLength(text) > MAX_IMPORT_BYTES) return refuse("import-too-large");
  const limit = await platform.limits.consume("import", { account: viewer.id });
  return limit.allowed ? null : tooMany(limit.retryAfterSeconds);
}
