import { LICENSES } from "#domain/dataset/licenses.ts";

/** The licences as options of a form. */
export function licenseOptions(): { value: string; label: string }[] {
  return LICENSES.map(({ id, label }) => ({ value: id, label }));
}
