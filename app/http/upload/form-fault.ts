import { isLicense } from "#domain/dataset/licenses.ts";
import { isCategory } from "../../connectors/categories.ts";
import { fault, type ReceivedForm } from "./receive-form.ts";
import type { FormFault } from "./upload-port.ts";

export const YES: ReadonlySet<string> = new Set(["true", "on", "1", "yes"]);
const NO: ReadonlySet<string> = new Set(["", "false", "off", "0", "no"]);

/** What is wrong with the fields of an upload. */
export function formFault({ fields, file }: ReceivedForm): FormFault | null {
  const text = (name: string): string => fields.get(name)?.trim() ?? "";
  if (text("title") === "" || file === null) return fault(400, "Add title & CSV file");
  if (text("title").length > 200) return fault(400, "The title must not be longer than 200 characters.");
  if (file.bytes === 0) return fault(400, "The file is empty.");
  if (text("category") !== "" && !isCategory(text("category"))) return fault(400, "This category does not exist.");
  if (text("license") !== "" && !isLicense(text("license"))) return fault(400, "This licence is not in the list.");
  const isPublic = text("is_public").toLowerCase();
  if (!YES.has(isPublic) && !NO.has(isPublic)) return fault(400, "is_public must be true or false.");
  return text("price") === "" || Number(text("price")) === 0 ? null : fault(400, "The price is fixed at 0.");
}
