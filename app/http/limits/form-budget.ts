/** The largest forms of ours have three fields for each of 1,600 columns. */
const MOST_FIELDS = 10_000;
const AND = "&";

/** Whether a form has more fields than any of ours. They are counted in its bytes, before it is parsed. */
export function hasTooManyFields(body: Buffer, contentType: string): boolean {
  const [, boundary] = /^multipart\/form-data\b.*?;\s*boundary="?([^";]+)/is.exec(contentType) ?? [];
  const mark = boundary === undefined ? AND : `--${boundary}`;
  let fields = 0;
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    fields += 1;
    if (fields > MOST_FIELDS) return true;
  }
  return false;
}
