/** `isNew` false: the file was loaded before, and nothing has changed. `sessionEnded`: a new login in another tab lets the same form be sent again. */
export type UploadAnswer =
  { ok: true; redirectUrl: string; isNew: boolean } | { ok: false; error: string; sessionEnded: boolean };

type UploadBody = { redirectUrl?: string; job?: string; error?: string; message?: string; unchanged?: boolean };

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
    request.onload = () => resolve(readAnswer(request.status, request.response as UploadBody | null));
    request.onerror = () => resolve(failed("Upload failed"));
    request.send(form);
  });
}

/** `body` is null if it is not JSON. */
function readAnswer(status: number, body: UploadBody | null): UploadAnswer {
  if (status === 401) return { ok: false, error: "Session expired. Please log in again.", sessionEnded: true };
  if (status >= 300) return failed(body?.error ?? body?.message ?? `HTTP ${status}`);
  if (body === null) return failed("Server returned invalid JSON.");
  const next = status === 202 && body.job?.startsWith("/") ? body.job : body.redirectUrl;
  return next
    ? { ok: true, redirectUrl: next, isNew: body.unchanged !== true }
    : failed("Published, but no redirect. Please refresh.");
}

function failed(error: string): UploadAnswer {
  return { ok: false, error, sessionEnded: false };
}
