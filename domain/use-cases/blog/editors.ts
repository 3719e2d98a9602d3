import { aggregate } from "../../core/aggregate.ts";
import { user } from "../../user/decider.ts";
import type { Ports } from "../ports.ts";

export type EditorRefusal = { readonly code: "not-an-editor" };

/** Whether a user writes the blog: editors do, and admins. */
export async function isEditor({ log }: Pick<Ports, "log">, userId: string): Promise<boolean> {
  const state = await aggregate(log, user).load(userId);
  return state.status !== "absent" && state.roles.some((role) => role === "editor" || role === "admin");
}
