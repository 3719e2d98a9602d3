import type { Imported } from "./imported.ts";
import type { Choices } from "./openapi/openapi-definition.ts";

/** What an import is made of. `operations`: those of a document to take; null takes the usual ones. */
export type ImportSource =
  | { readonly kind: "curl"; readonly text: string }
  | { readonly kind: "openapi"; readonly text: string; readonly operations: readonly string[] | null };

/**
 * Reads what people import, aside from the requests of others. Refuses, with a sentence, what is nested, aliased or
 * repeated too much or takes too long.
 */
export interface ImportReader {
  connector(source: ImportSource): Promise<Imported>;
  /** The operations of a document to choose from. */
  choices(text: string): Promise<Choices>;
}
