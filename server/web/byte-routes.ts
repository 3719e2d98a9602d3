import type { Express } from "express";
import { exportRoute } from "#app/api/export/export-route.ts";
import { historyExportRoute } from "#app/api/history/export-route.ts";
import { inspectEndpoint, previewEndpoint, uploadEndpoint } from "#app/http/byte-routes/byte-endpoints.ts";
import { downloadRoutes } from "#app/http/byte-routes/download-route.ts";
import { imageRoute } from "#app/http/byte-routes/image-route.ts";
import { STREAMS_PER_USER, streamRoutes } from "#app/http/byte-routes/stream-route.ts";
import { logRoutes } from "#app/http/log/log-routes.ts";
import { QUEUE_FOR_PLACES } from "#app/http/server/wait-for-place.ts";
import { createSlowTransfers } from "#app/http/server/slow-transfers.ts";
import type { KeyReader } from "#app/http/keys/key-credential.ts";
import { requestContext } from "#app/http/security/judge-viewer.ts";
import { inspectRoute } from "#app/http/upload/inspect/inspect-route.ts";
import { previewRoute } from "#app/http/upload/preview/preview-route.ts";
import { uploadSlots } from "#app/http/upload/upload-limits.ts";
import { uploadRoute } from "#app/http/upload/upload-route.ts";
import { versionRoutes } from "#app/http/upload/version/version-route.ts";
import type { Platform } from "#app/platform.ts";
import { connectionFileRoutes } from "#app/streaming/connection-file-route.ts";
import { odataRoutes } from "#app/odata/odata-route.ts";
import { createConcurrencyLimit } from "#domain/core/budget.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import { SLOW_ANSWER_BYTES } from "./web-platform.ts";

/** Readers of Parquet ask for many parts at a time; a part takes a file handle and no connection. */
const MAX_PARQUET_PARTS = 200;
const PARQUET_PARTS_PER_USER = 40;

/** The stored keys and the tokens of spreadsheets. */
export function keyReader({ accessKeys, excelTokens }: InfraPlatform): KeyReader {
  return { find: accessKeys.find, touch: accessKeys.touch, checkToken: excelTokens.check };
}

/** Mounts the routes that receive or send files and tables as bytes: uploads, downloads and streams. */
export function byteRoutes(infra: InfraPlatform, platform: Platform, stopping: AbortSignal): (app: Express) => void {
  const { budgets, data } = infra;
  const streams = budgets.add(
    createConcurrencyLimit({
      name: "streams",
      limit: data.streams.atATime,
      perOwner: STREAMS_PER_USER,
      ...QUEUE_FOR_PLACES,
    }),
  );
  const parts = budgets.add(
    createConcurrencyLimit({
      name: "parquet parts",
      limit: MAX_PARQUET_PARTS,
      perOwner: PARQUET_PARTS_PER_USER,
      ...QUEUE_FOR_PLACES,
    }),
  );
  const slow = () => createSlowTransfers({ bytes: SLOW_ANSWER_BYTES, withinMs: infra.config.limits.streamStallMs });
  return (app) => {
    budgets.add(data.uploads.budget);
    const slots = uploadSlots(budgets);
    const uploading = { platform, uploads: data.uploads, slots, requestContext, stopping };
    app.all(uploadEndpoint.path, uploadRoute(uploading));
    app.all(inspectEndpoint.path, inspectRoute(uploading));
    app.all(previewEndpoint.path, previewRoute(uploading));
    versionRoutes(app, uploading);
    downloadRoutes(app, { platform, files: data.uploads });
    exportRoute(app, platform);
    historyExportRoute(app, platform);
    imageRoute(app, platform);
    logRoutes(app, platform);
    streamRoutes(app, {
      platform,
      streams,
      slow: slow(),
      keys: keyReader(infra),
      tables: data.streams,
      parquet: { files: data.parquet, parts, slow: slow() },
    });
    connectionFileRoutes(app, platform);
    odataRoutes(app, {
      platform,
      streams,
      slow: slow(),
      keys: keyReader(infra),
      tables: data.odata,
    });
  };
}
