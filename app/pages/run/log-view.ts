/** Which of a run's requests are shown, and in which order: `?show=failed|slowest&operation=`. */
export type LogView = { readonly show: "all" | "failed" | "slowest"; readonly operation: string | null };

/** The view that an address asks for. */
export function logViewOf(params: URLSearchParams): LogView {
  const show = params.get("show");
  return { show: show === "failed" || show === "slowest" ? show : "all", operation: params.get("operation") || null };
}

/** The address of a view on the page of its run. */
export function logHref({ show, operation }: LogView): string {
  const params = new URLSearchParams();
  if (show !== "all") params.set("show", show);
  if (operation !== null) params.set("operation", operation);
  return `?${params}#requests-title`;
}
