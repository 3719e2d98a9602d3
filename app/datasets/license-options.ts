import identifiers from "spdx-license-ids/index.json" with { type: "json" };
import { LICENSES } from "#domain/dataset/licenses.ts";

const SPDX: ReadonlySet<string> = new Set(identifiers);

/** Whether a text is the identifier of a licence of the SPDX list. */
export function isSpdx(text: string): boolean {
  return SPDX.has(text);
}

/** The licences as options of a form; `chosen`: the one of a card, which need not be among them. */
export function licenseOptions(chosen = ""): { value: string; label: string }[] {
  const options: { value: string; label: string }[] = LICENSES.map(({ id, label }) => ({ value: id, label }));
  return chosen === "" || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }];
}
