import { unsafeFaults } from "#domain/connector-language/validation/unsafe-faults.ts";
import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import { answerFor } from "../http/refusals.ts";

/** Why nobody can connect to a version, for its owner; null: they can. */
export function unsafeSentence({ definition, version }: Pick<ConnectorItem, "definition" | "version">): string | null {
  const [fault] = unsafeFaults(definition);
  return fault
    ? answerFor({ code: "definition-unsafe", version, path: fault.path, message: fault.message }).message
    : null;
}
