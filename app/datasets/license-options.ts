import { LICENSES } from "#domain/dataset/licenses.ts";

/** The licences as a form offers them. */
export function licenseOptions(): { value: string; label: string }[] {
  return LICENSES.map(({ id, label }) => ({ value: id, label }));
}
