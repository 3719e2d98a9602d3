import { formatCount } from "#domain/core/text/counted.ts";
import type { AllowanceRefusal, UploadTooLarge } from "#domain/core/ports/uploads.ts";
import { fileTooLarge, USED_TODAY } from "./load-failures.ts";
import type { AnswersOf } from "./refusal-answer.ts";

/** What is refused about files that are sent. */
export type UploadRouteRefusal =
  | UploadTooLarge
  | AllowanceRefusal
  | {
      readonly code:
        | "image-missing"
        | "image-unsupported"
        | "file-encoded"
        | "file-not-multipart"
        | "multipart-invalid"
        | "form-too-large"
        | "form-field-too-long"
        | "form-too-many-parts"
        | "form-part-unnamed"
        | "file-name-not-csv"
        | "file-or-title-missing"
        | "dataset-title-too-long"
        | "file-missing"
        | "rows-type-unknown"
        | "rows-not-json"
        | "rows-missing"
        | "paste-empty"
        | "file-empty"
        | "public-unclear"
        | "price-fixed"
        | "upload-cut-off"
        | "upload-yielded"
        | "repeated-upload-too-large"
        | "server-stopping"
        | "uploads-busy";
    }
  | { readonly code: "form-field-unknown"; readonly part: string }
  | { readonly code: "rows-too-many"; readonly limit: number }
  | { readonly code: "paste-too-long"; readonly limit: number }
  | { readonly code: "row-not-object"; readonly row: number }
  | { readonly code: "row-column-unknown"; readonly row: number; readonly column: string }
  | { readonly code: "load-setting-invalid"; readonly field: string; readonly allowed: string }
  | { readonly code: "uploads-of-user-busy"; readonly limit: number }
  | { readonly code: "uploads-of-address-busy"; readonly limit: number }
  | { readonly code: "image-too-large"; readonly bytes: number }
  | { readonly code: "image-too-wide"; readonly pixels: number }
  | { readonly code: "upload-too-slow"; readonly bytes: number; readonly withinMs: number }
  | { readonly code: "upload-too-long"; readonly withinMs: number };

const bad = (say: string) => ({ status: 400, say }) as const;
const inAMoment = { status: 429, retryAfterSeconds: 10 } as const;

export const uploadAnswers = {
  "file-encoded": { status: 415, say: "Send the file without Content-Encoding." },
  "file-not-multipart": { status: 415, say: "Send the file as multipart/form-data." },
  "multipart-invalid": bad("The form is not valid multipart data."),
  "form-too-large": { status: 413, say: "The request is larger than a form with the largest file can be." },
  "form-field-too-long": { status: 413, say: "A field of the form is too long." },
  "form-too-many-parts": bad("The form has too many parts."),
  "form-part-unnamed": bad("A part of the form has no name."),
  "form-field-unknown": { status: 400, say: ({ part }) => `Unknown field: ${part}.` },
  "load-setting-invalid": { status: 400, say: ({ field, allowed }) => `${field} must be one of these: ${allowed}.` },
  "file-name-not-csv": bad(
    "Choose a file whose name ends in .csv, .tsv, .txt, .xlsx, .json, .ndjson or .parquet, or in .gz, .zst or .zip.",
  ),
  "file-or-title-missing": bad("Add title & CSV file"),
  "dataset-title-too-long": bad("The title must not be longer than 200 characters."),
  "file-missing": { status: 400, say: "Choose a CSV, Excel, JSON or Parquet file.", field: "file" },
  "rows-type-unknown": {
    status: 415,
    say: "Send rows as application/json, application/x-ndjson, text/csv or text/tab-separated-values.",
  },
  "rows-not-json": { status: 400, say: "Send an array of objects, or one object in each line of x-ndjson." },
  "rows-missing": { status: 400, say: "There are no rows." },
  "rows-too-many": {
    status: 413,
    say: ({ limit }) => `A call takes at most ${formatCount(limit)} rows. Send more as a file.`,
    facts: ({ limit }) => ({ limit }),
  },
  "paste-empty": { status: 400, say: "Paste some rows.", field: "rows" },
  "paste-too-long": {
    status: 413,
    say: ({ limit }) => `At most ${formatCount(limit)} characters can be pasted. Upload more as a file.`,
    field: "rows",
    facts: ({ limit }) => ({ limit }),
  },
  "row-not-object": { status: 400, say: ({ row }) => `Row ${row} is not an object.` },
  "row-column-unknown": {
    status: 400,
    say: ({ row, column }) => `Row ${row} has ${column}, which is no column of the dataset.`,
  },
  "file-empty": bad("The file is empty."),
  "public-unclear": bad("is_public must be true or false."),
  "price-fixed": bad("The price is fixed at 0."),
  "upload-cut-off": { status: 408, say: "The upload was cut off." },
  "upload-too-slow": {
    status: 408,
    say: ({ bytes, withinMs }) =>
      `The upload was too slow: less than ${bytes / 1_000} kB came within ${withinMs / 1_000} s.`,
  },
  "upload-too-long": {
    status: 408,
    say: ({ withinMs }) => `The upload took longer than ${withinMs / 3_600_000} hours.`,
  },
  "upload-yielded": {
    status: 503,
    say: "The upload was slow, and all places were needed for others. Send the file again in a minute.",
    retryAfterSeconds: 60,
  },
  "server-stopping": {
    status: 503,
    say: "The server is stopping. Send the file again in a minute.",
    retryAfterSeconds: 60,
  },
  "upload-too-large": { status: 413, say: fileTooLarge, facts: ({ maxBytes }) => ({ limit: maxBytes }) },
  "repeated-upload-too-large": { status: 413, say: "This Idempotency-Key was used for a smaller file." },
  "image-missing": { status: 400, say: "Choose an image.", field: "image" },
  "image-unsupported": { status: 415, say: "This file is not a PNG, JPEG or WebP image.", field: "image" },
  "image-too-large": {
    status: 413,
    say: ({ bytes }) => `The image is larger than ${bytes / 1_000_000} MB.`,
    field: "image",
    facts: ({ bytes }) => ({ limit: bytes }),
  },
  "image-too-wide": {
    status: 413,
    say: ({ pixels }) => `The image is wider or higher than ${pixels.toLocaleString("en")} pixels.`,
    field: "image",
  },
  "bytes-of-day-used": { status: 429, say: USED_TODAY },
  "uploads-of-day-used": {
    status: 429,
    say: ({ limit }) => `This server takes ${limit} uploads a day from one user. Try again tomorrow.`,
    facts: ({ limit }) => ({ limit }),
  },
  "uploads-of-user-busy": {
    ...inAMoment,
    say: ({ limit }) =>
      `You have ${limit} uploads under way, as many as one user may have. Wait for one of them to end.`,
    facts: ({ limit }) => ({ limit }),
  },
  "uploads-of-address-busy": {
    ...inAMoment,
    say: ({ limit }) =>
      `${limit} uploads are under way from your address, as many as one address may have. Try again in a moment.`,
    facts: ({ limit }) => ({ limit }),
  },
  "uploads-busy": {
    ...inAMoment,
    say: "Too many uploads are under way on this server. Try again in a moment.",
  },
} satisfies AnswersOf<UploadRouteRefusal>;
