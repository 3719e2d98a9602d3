import { connector, type ConnectorRefusal } from "../../connector/decider.ts";
import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { firstNumber } from "../../core/text/first-number.ts";
import { draft } from "../../draft/decider.ts";
import type { Ports } from "../ports.ts";
import type { Cause } from "../step.ts";
import { type CreateDraftRefusal, enterDraft, type OpenedDraft } from "./create-draft.ts";
import { writtenDefinition } from "./definitions.ts";

/**
 * Opens a draft of a connector: the owner's open one, else a new one with the version's content. Its id follows from
 * lineage, owner and number, so that two concurrent calls open one draft.
 */
export async function openDraftOf(
  ports: Pick<Ports, "log" | "texts" | "ids">,
  { rootId, connectorId, by }: { readonly rootId: string; readonly connectorId: string; readonly by: string },
  cause: Cause,
): Promise<Result<OpenedDraft, CreateDraftRefusal | ConnectorRefusal>> {
  const lineage = await aggregate(ports.log, connector).load(rootId);
  const version = lineage.versions.find((each) => each.connectorId === connectorId);
  if (!version || lineage.status === "deleted") return refuse({ code: "connector-unknown" });
  if (lineage.ownerId !== by) return refuse({ code: version.isPublic ? "connector-not-yours" : "connector-unknown" });
  const { title, description, category, apiDocUrl, isPublic } = version;
  const definitionText = JSON.stringify(await writtenDefinition(ports, version), null, 2);
  const written = { title, description, category, apiDocUrl, isPublic, definitionText };
  const drafts = aggregate(ports.log, draft);
  // Each draft of a lineage ended before the next one was opened.
  const idOf = (number: number) => ports.ids.derive(rootId, by, "draft", String(number));
  const number = await firstNumber(async (each) => ["open", "absent"].includes((await drafts.load(idOf(each))).status));
  const draftId = idOf(number);
  if ((await drafts.load(draftId)).status === "open") return accept({ draftId, reused: true });
  return enterDraft(ports, { draftId, parentId: connectorId, rootId, written, by }, cause);
}
