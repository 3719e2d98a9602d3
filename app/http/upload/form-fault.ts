import { cardFault } from "../../datasets/dataset-calls.ts";
import type { Platform } from "../../platform.ts";
import { refuse, type Refused } from "../call-result.ts";
import { cardOf, YES } from "./form-card.ts";
import type { ReceivedForm } from "./receive-form.ts";

const NO: ReadonlySet<string> = new Set(["", "false", "off", "0", "no"]);

/** What is wrong with the fields of an upload. */
export async function formFault(platform: Platform, form: ReceivedForm): Promise<Refused | null> {
  const { fields, file } = form;
  const text = (name: string): string => fields.get(name)?.trim() ?? "";
  if (text("title") === "" || file === null) return refuse("file-or-title-missing");
  if (text("title").length > 200) return refuse("dataset-title-too-long");
  if (file.bytes === 0) return refuse("file-empty");
  const fault = await cardFault(platform, cardOf(form));
  if (fault) return fault;
  const isPublic = text("is_public").toLowerCase();
  if (!YES.has(isPublic) && !NO.has(isPublic)) return refuse("public-unclear");
  return text("price") === "" || Number(text("price")) === 0 ? null : refuse("price-fixed");
}
