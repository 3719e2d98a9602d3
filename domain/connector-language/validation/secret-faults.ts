import { privateKeys } from "../definition/definition.ts";
import { placeholderNames } from "../json/placeholders.ts";
import { type Fault, parseDefinition } from "./parse-definition.ts";

/**
 * Why a definition, as its author wrote it, may send a secret where nobody has agreed to: none if it does not, or if it
 * has faults of another kind alone.
 */
export function secretFaults(written: unknown): Fault[] {
  const parsed = parseDefinition(written);
  if (!parsed.ok) return [];
  const { definition } = parsed;
  const secrets = new Set(definition.auths.flatMap((_, choice) => [...privateKeys(definition, choice)]));
  return definition.operations.flatMap(({ incremental }, index) => {
    const start = incremental?.initial_value;
    const named = typeof start === "string" ? placeholderNames(start).find((name) => secrets.has(name)) : undefined;
    return named === undefined
      ? []
      : [
          {
            path: `operations[${index}].incremental.initial_value`,
            message: `${named} is a secret, and a start is sent where nobody has agreed to.`,
          },
        ];
  });
}
