import { unsafeFaults } from "../../connector-language/validation/unsafe-faults.ts";
import { refuse, type Refused } from "../../core/result.ts";
import { writtenDefinition } from "../authoring/definitions.ts";
import type { Ports } from "../ports.ts";

/** Nobody can connect to a version that may send a secret where nobody has agreed to. */
export type UnsafeRefusal = {
  readonly code: "definition-unsafe";
  readonly version: number;
  readonly path: string;
  readonly message: string;
};

/** The refusal of a published version whose definition breaks a rule about secrets; null for every other. */
export async function unsafeVersion(
  ports: Pick<Ports, "log">,
  { rootId, revision, version }: { readonly rootId: string; readonly revision: number; readonly version: number },
): Promise<Refused<UnsafeRefusal> | null> {
  const [fault] = unsafeFaults(await writtenDefinition(ports, { rootId, revision }));
  return fault ? refuse({ code: "definition-unsafe", version, path: fault.path, message: fault.message }) : null;
}
