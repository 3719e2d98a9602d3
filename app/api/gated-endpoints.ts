import { type DownloadRouteOptions, downloadEndpoints } from "../http/byte-routes/download-route.ts";
import { imageRoute } from "../http/byte-routes/image-route.ts";
import { streamEndpoints, type StreamRouteOptions } from "../http/byte-routes/stream-route.ts";
import { tableDownloadEndpoints } from "../http/byte-routes/table-download-route.ts";
import type { GatedEndpoint } from "../http/gate/mount-endpoints.ts";
import { logRoutes } from "../http/log/log-routes.ts";
import { inspectRoute } from "../http/upload/inspect/inspect-route.ts";
import { previewRoute } from "../http/upload/preview/preview-route.ts";
import type { UploadOptions } from "../http/upload/receive-upload.ts";
import { uploadRoute } from "../http/upload/upload-route.ts";
import { versionRoutes } from "../http/upload/version/version-route.ts";
import type { ODataRouteOptions } from "../odata/odata-call.ts";
import { odataRoutes } from "../odata/odata-route.ts";
import { connectionFileEndpoints } from "../streaming/connection-file-route.ts";
import { exportRoute } from "./export/export-route.ts";
import { historyExportRoute } from "./history/export-route.ts";

export type GatedOptions = {
  readonly uploads: UploadOptions;
  readonly downloads: DownloadRouteOptions;
  readonly streams: StreamRouteOptions;
  readonly odata: ODataRouteOptions;
};

/** Lists every endpoint that Express answers, in the order in which their paths are tried. */
export function gatedEndpoints({ uploads, downloads, streams, odata }: GatedOptions): readonly GatedEndpoint[] {
  const { platform } = downloads;
  return [
    uploadRoute(uploads),
    inspectRoute(uploads),
    previewRoute(uploads),
    ...versionRoutes(uploads),
    ...downloadEndpoints(downloads),
    exportRoute(platform),
    historyExportRoute(platform),
    imageRoute(platform),
    ...logRoutes(platform),
    ...streamEndpoints(streams),
    ...tableDownloadEndpoints(streams),
    ...connectionFileEndpoints(platform),
    ...odataRoutes(odata),
  ];
}
