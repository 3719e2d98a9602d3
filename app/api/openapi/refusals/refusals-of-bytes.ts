import type { ErrorCode } from "../../../http/refusals.ts";
import { LOAD_FAILURE_CODES } from "../../../http/refusals/load-failures.ts";

export type Codes = readonly ErrorCode[];

/** What may be wrong with the texts of a dataset's card. */
export const datasetTexts: Codes = [
  "category-unknown",
  "licence-unknown",
  "source-url-invalid",
  "update-frequency-unknown",
  "dataset-title-missing",
];

const download: Codes = ["dataset-not-connected", "downloads-of-user-busy", "downloads-busy"];
const stream: Codes = [
  "access-needed-to-stream",
  "count-too-slow",
  "counts-busy",
  "load-failed",
  "downloads-busy",
  "downloads-of-user-busy",
  "no-room",
  "no-run-with-rows",
  "not-run-yet",
  "parquet-in-the-making",
  "range-beyond-end",
  "rows-loading",
  "rows-too-large-to-sort",
  "rows-too-slow",
  "sheet-too-long",
  "stream-query-invalid",
  "streams-busy",
  "streams-of-user-busy",
];

const odata: Codes = ["odata-format-unknown", "odata-option-unsupported", "odata-version-too-old"];
const odataRows: Codes = [
  ...stream.filter((code) => code !== "stream-query-invalid"),
  ...odata,
  "odata-groups-too-many",
  "odata-query-invalid",
  "odata-token-invalid",
  "odata-unsupported",
  "odata-version-gone",
];

const upload: Codes = [
  "bytes-of-day-used",
  "file-empty",
  "file-encoded",
  "file-name-not-csv",
  "file-not-multipart",
  "form-field-too-long",
  "form-field-unknown",
  "form-part-unnamed",
  "form-too-large",
  "form-too-many-parts",
  "form-unreadable",
  "load-setting-invalid",
  "multipart-invalid",
  "repeated-upload-too-large",
  "server-stopping",
  "text-with-nul",
  "upload-cut-off",
  "upload-too-large",
  "upload-too-long",
  "upload-too-slow",
  "upload-yielded",
  "uploads-busy",
  "uploads-of-address-busy",
  "uploads-of-day-used",
  "uploads-of-user-busy",
  ...LOAD_FAILURE_CODES,
];
const version: Codes = [
  ...upload,
  "dataset-from-connection",
  "dataset-not-yours",
  "dataset-unknown",
  "file-missing",
  "version-in-progress",
  "version-key-missing",
  "version-key-unknown",
  "version-stale",
];

/** The refusals of the calls that transfer files and rows. */
export const refusalsOfBytes: Readonly<Record<string, Codes>> = {
  "POST /api/assets/upload-csv": [
    ...datasetTexts,
    ...upload,
    "dataset-title-too-long",
    "file-or-title-missing",
    "item-unknown",
    "price-fixed",
    "public-unclear",
  ],
  "POST /api/assets/inspect": [...upload, "file-missing", "preview-too-slow"],
  "POST /api/assets/preview": [...upload, "file-missing"],
  "PUT /api/assets/{id}/data": version,
  "POST /api/assets/{id}/versions": version,
  "POST /api/assets/{id}/rows": [
    ...version,
    "preview-too-slow",
    "row-column-unknown",
    "row-not-object",
    "rows-missing",
    "rows-not-json",
    "rows-too-many",
    "rows-type-unknown",
  ],
  "GET /api/assets/{id}/original": [...download, "access-needed", "original-gone", "range-beyond-end"],
  "GET /api/assets/{id}/rejected": [
    ...download,
    "access-needed",
    "rejected-rows-gone",
    "rows-loading",
    "range-beyond-end",
  ],
  "GET /api/stream/data": stream,
  "GET /api/stream/data/excel": stream,
  "GET /d/{file}": [...stream, "said-by-address"],
  "GET /odata": odata,
  "GET /odata/$metadata": odata,
  "GET /odata/{set}": odataRows,
  "GET /odata/{set}({row})": [...odataRows, "odata-key-invalid"],
  "GET /odata/{set}/$count": odataRows,
};
