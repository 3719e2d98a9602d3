import { isLicense } from "#domain/dataset/licenses.ts";
import { isCategory } from "../../connectors/categories.ts";
import { refuse, type Refused } from "../call-result.ts";
import type { ReceivedForm } from "./receive-form.ts";

export const YES: ReadonlySet<string> = new Set(["true", "on", "1", "yes"]);
const NO: ReadonlySet<string> = new Set(["", "false", "off", "0", "no"]);

/** What is wrong with the fields of an upload. */
export function formFault({ fields, file }: ReceivedForm): Refused | null {
  const text = (name: string): string => fields.get(name)?.trim() ?? "";
  if (text("title") === "" || file === null) return refuse("file-or-title-missing");
  if (text("title").length > 200) return refuse("dataset-title-too-long");
  if (file.bytes === 0) return refuse("file-empty");
  if (text("category") !== "" && !isCategory(text("category"))) return refuse("category-unknown");
  if (text("license") !== "" && !isLicense(text("license"))) return refuse("licence-unknown");
  const isPublic = text("is_public").toLowerCase();
  if (!YES.has(isPublic) && !NO.has(isPublic)) return refuse("public-unclear");
  return text("price") === "" || Number(text("price")) === 0 ? null : refuse("price-fixed");
}
