export type UploadAnswer = { ok: true; redirectUrl: string } | { ok: false; error: string };

/**
 * Sends a multipart form and reports how many bytes were sent; `fetch` cannot report that, so this uses XMLHttpRequest.
 * Resolves with the server's redirectUrl (its job page while rows load) or its error sentence.
 */
export function sendUpload(
  url: string,
  form: FormData,
  onProgress: (bytes: number, of: number) => void,
): Promise<UploadAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.upload.onprogress = (event) => onProgress(event.loaded, event.total);
    request.onload = () => {
      const body = (request.response ?? {}) as { redirectUrl?: string; job?: string; error?: string };
      const next = request.status === 202 && body.job?.startsWith("/") ? body.job : body.redirectUrl;
      if (request.status < 300 && next) resolve({ ok: true, redirectUrl: next });
      else if (request.status < 300) resolve({ ok: false, error: "Published, but no redirect. Please refresh." });
      else resolve({ ok: false, error: body.error ?? `HTTP ${request.status}` });
    };
    request.onerror = () => resolve({ ok: false, error: "Upload failed" });
    request.send(form);
  });
}
