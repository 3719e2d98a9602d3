/**
 * What others may do with a dataset's rows: the SPDX id of a licence, `other` (terms of the owner's own), or `none`: not
 * stated. These are offered; any other of the SPDX list may be named.
 */
export const LICENSES = [
  { id: "none", label: "Not stated", url: null },
  { id: "CC0-1.0", label: "CC0 1.0 (public domain)", url: "https://creativecommons.org/publicdomain/zero/1.0/" },
  { id: "CC-BY-4.0", label: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
  { id: "CC-BY-SA-4.0", label: "CC BY-SA 4.0", url: "https://creativecommons.org/licenses/by-sa/4.0/" },
  { id: "CC-BY-NC-4.0", label: "CC BY-NC 4.0", url: "https://creativecommons.org/licenses/by-nc/4.0/" },
  { id: "CC-BY-ND-4.0", label: "CC BY-ND 4.0", url: "https://creativecommons.org/licenses/by-nd/4.0/" },
  { id: "ODC-By-1.0", label: "ODC-By 1.0", url: "https://opendatacommons.org/licenses/by/1-0/" },
  { id: "ODbL-1.0", label: "ODbL 1.0", url: "https://opendatacommons.org/licenses/odbl/1-0/" },
  { id: "PDDL-1.0", label: "PDDL 1.0 (public domain)", url: "https://opendatacommons.org/licenses/pddl/1-0/" },
  {
    id: "OGL-UK-3.0",
    label: "OGL UK 3.0",
    url: "https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/",
  },
  { id: "etalab-2.0", label: "Etalab 2.0", url: "https://www.etalab.gouv.fr/licence-ouverte-open-licence/" },
  { id: "other", label: "Other, see the terms", url: null },
] as const;

export type LicenseId = (typeof LICENSES)[number]["id"];

/** The default, also for datasets from before licences could be stated. */
export const NO_LICENSE: LicenseId = "none";

export function isLicense(text: string): text is LicenseId {
  return LICENSES.some(({ id }) => id === text);
}

/** A licence as text; another one of the SPDX list by its id. */
export function licenseOf(id: string): { readonly id: string; readonly label: string; readonly url: string | null } {
  return LICENSES.find((each) => each.id === id) ?? { id, label: id, url: `https://spdx.org/licenses/${id}.html` };
}
