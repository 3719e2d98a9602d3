/**
 * Descriptions of APIs are large texts; in JSON each quote and line end takes two bytes, in a form many characters take
 * three. A definition that is too large is reported in its form.
 */
const LARGE_BODIES: Readonly<Record<string, number>> = {
  "/api/connectors/import": 12_000_000,
  "/upload/import": 6_000_000,
  "/upload": 6_000_000,
};

/** An image of 2 MB, in a form of a profile or as base64. */
const WITH_IMAGE = /^\/(?:dataset|connector)_profile\/[^/]+$|^\/api\/(?:assets|connectors)\/[^/]+\/image$/;
const IMAGE_BODY = 2_800_000;

/** Most bytes of a body at this path; undefined: the usual limit. */
export function largeBody(path: string): number | undefined {
  const page = path.replace(/\.data$/, "");
  return LARGE_BODIES[page] ?? (WITH_IMAGE.test(page) ? IMAGE_BODY : undefined);
}
