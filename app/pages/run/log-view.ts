import { isFailedRequest, type RunRequest } from "#domain/core/ports/run-records.ts";

/** Which of a run's requests are shown, and in which order: `?show=failed|ignored|slowest&operation=`. */
export type LogView = { readonly show: "all" | "failed" | "ignored" | "slowest"; readonly operation: string | null };

/** The view in a URL. */
export function logViewOf(params: URLSearchParams): LogView {
  const show = params.get("show");
  return {
    show: show === "failed" || show === "ignored" || show === "slowest" ? show : "all",
    operation: params.get("operation") || null,
  };
}

/** The URL of a view on the page of its run. */
export function logHref({ show, operation }: LogView): string {
  const params = new URLSearchParams();
  if (show !== "all") params.set("show", show);
  if (operation !== null) params.set("operation", operation);
  return `?${params}#requests-title`;
}

/** The requests of a view, in its order. */
export function requestsIn({ show, operation }: LogView, requests: readonly RunRequest[]): readonly RunRequest[] {
  const asked = requests.filter(
    (request) =>
      (operation === null || request.operation === operation) &&
      (show !== "failed" || isFailedRequest(request)) &&
      (show !== "ignored" || request.ignored),
  );
  return show === "slowest" ? asked.toSorted((a, b) => (b.ms ?? 0) - (a.ms ?? 0)) : asked;
}
