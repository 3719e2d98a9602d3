const WHERE = "where.";

/** The filters of rows among the parameters of a page. */
export function filtersIn(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => name.startsWith(WHERE)));
}
