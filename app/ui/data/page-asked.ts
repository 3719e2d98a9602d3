/** The parameters of the URL that name a page of a list; a list beside another has a prefix of its own. */
export const pageParameters = (prefix = "") =>
  ({ page: `${prefix}page`, after: `${prefix}after`, before: `${prefix}before` }) as const;

/** What the URL asks for: the page of one list. */
export function readPageAsked(params: URLSearchParams, prefix = "") {
  const names = pageParameters(prefix);
  const page = Number(params.get(names.page) ?? 1);
  return {
    page: params.get(names.page) === "last" ? ("last" as const) : Number.isSafeInteger(page) && page > 0 ? page : 1,
    after: params.get(names.after),
    before: params.get(names.before),
  };
}
