import type { Definition } from "../../connector-language/definition/definition.ts";
import { unsafeFaults } from "../../connector-language/validation/unsafe-faults.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { definitionFor, writtenDefinition } from "../authoring/definitions.ts";
import type { Ports } from "../ports.ts";

/** Nobody can connect to a version that may send a secret where nobody has agreed to. */
export type UnsafeRefusal = {
  readonly code: "definition-unsafe";
  readonly version: number;
  readonly path: string;
  readonly message: string;
};

type Published = Parameters<typeof definitionFor>[1] & { readonly version: number };

/**
 * The definition of a published version for who connects to it. Refused if it breaks a rule about secrets, or if this
 * version of the language cannot run it; then `latestConnectorId` names another.
 */
export async function safeDefinition(
  ports: Pick<Ports, "log">,
  version: Published | undefined,
  { userId, latestConnectorId }: { readonly userId: string; readonly latestConnectorId: string | null },
): Promise<
  Result<
    Definition,
    UnsafeRefusal | { readonly code: "definition-outdated"; readonly latestConnectorId: string | null }
  >
> {
  if (!version) return refuse({ code: "definition-outdated", latestConnectorId });
  const [fault] = unsafeFaults(await writtenDefinition(ports, version));
  if (fault)
    return refuse({ code: "definition-unsafe", version: version.version, path: fault.path, message: fault.message });
  const definition = await definitionFor(ports, version, userId);
  return definition ? accept(definition) : refuse({ code: "definition-outdated", latestConnectorId });
}
