import { gatedEndpoints } from "#app/api/gated-endpoints.ts";
import { STREAMS_PER_USER } from "#app/http/byte-routes/with-place.ts";
import type { GatedEndpoint } from "#app/http/gate/mount-endpoints.ts";
import { QUEUE_FOR_PLACES } from "#app/http/server/wait-for-place.ts";
import { createSlowTransfers } from "#app/http/server/slow-transfers.ts";
import type { KeyReader } from "#app/http/keys/key-credential.ts";
import { uploadSlots } from "#app/http/upload/upload-limits.ts";
import type { Platform } from "#app/platform.ts";
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

/** Makes the endpoints that receive or send files and tables as bytes: uploads, downloads and streams. */
export function byteEndpoints(
  infra: InfraPlatform,
  platform: Platform,
  stopping: AbortSignal,
): readonly GatedEndpoint[] {
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
  budgets.add(data.uploads.budget);
  return gatedEndpoints({
    uploads: { platform, uploads: data.uploads, slots: uploadSlots(budgets), stopping },
    downloads: { platform, files: data.uploads },
    streams: {
      platform,
      streams,
      slow: slow(),
      tables: data.streams,
      parquet: { files: data.parquet, parts, slow: slow() },
    },
    odata: { platform, streams, slow: slow(), tables: data.odata },
  });
}
