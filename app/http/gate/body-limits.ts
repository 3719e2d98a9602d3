/** Most bytes of a body that is held whole, where nothing else is said. */
export const MAX_BODY_BYTES = 1_000_000;

/** A description of an API: in JSON each quote and line end takes two bytes, in a form many characters take three. */
export const IMPORT_BODY_BYTES = 12_000_000;
const DESCRIPTION_FORM_BYTES = 6_000_000;

/** An image of 2 MB, in a form of a profile or as base64. */
export const IMAGE_BODY_BYTES = 2_800_000;

/** The forms of pages that may be larger, by route. A definition that is too large is reported in its form. */
export const PAGE_BODY_BYTES: Readonly<Record<string, number>> = {
  "/upload/import": DESCRIPTION_FORM_BYTES,
  "/upload": DESCRIPTION_FORM_BYTES,
  "/dataset_profile/{id}": IMAGE_BODY_BYTES,
  "/connector_profile/{id}": IMAGE_BODY_BYTES,
};

/** What an endpoint declares about its body. */
type BodyFacts = {
  readonly isMultipart?: boolean;
  readonly types?: readonly string[];
  readonly bodyBytes?: number;
};

/** Finds how many bytes a body of an endpoint may have at most; null: it is a file, which has the limits of uploads. */
export function bodyBytesOf({ isMultipart, types, bodyBytes }: BodyFacts): number | null {
  return isMultipart || (types && bodyBytes === undefined) ? null : (bodyBytes ?? MAX_BODY_BYTES);
}
