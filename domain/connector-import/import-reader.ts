import type { ImportKind, ImportRead } from "./import-document.ts";
import type { Choices } from "./openapi/openapi-definition.ts";

/**
 * What an import is made of. `kind`: null recognises it from the text. `operations`: those of a document to take; null
 * takes the usual ones.
 */
export type ImportSource = {
  readonly kind: ImportKind | null;
  readonly text: string;
  readonly operations: readonly string[] | null;
};

/**
 * Reads what people import, aside from the requests of others. Refuses, with a sentence, what is nested, aliased or
 * repeated too much or takes too long.
 */
export interface ImportReader {
  connector(source: ImportSource): Promise<ImportRead>;
  /** The operations or streams of a document to choose from. */
  choices(text: string): Promise<Choices>;
}
