import { type Finding, finding, mapTexts } from "../../core/findings/finding.ts";
import { UnreadableAnswer } from "../response/gunzip.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { PullContext } from "./pull-context.ts";
import type { ReadAnswer } from "../response/read-answer.ts";
import { selectRecords } from "../response/records.ts";
import type { RecordsMemory } from "../response/records.ts";
import { errorWords } from "../response/response-actions.ts";
import { roundFailure } from "./round-failure.ts";

/** A response that was read; only the kind "answer" has records. */
export interface ReadRows {
  kind: "answer" | "ignored" | "empty_answer";
  json: Json;
  more: ReadAnswer["more"];
}

/** Records made into rows at a time; a pull that has enough rows skips the rest. */
const RECORDS_PER_BATCH = 1_000;
/** Yields to other work after this many batches; those of a streamed answer also wait for the network. */
const BATCHES_PER_PAUSE = 2;
const STREAMED_BATCHES_PER_PAUSE = 10;

/**
 * The records of a response and of the rest of a streamed one, in batches; at least one batch, maybe empty. Throws
 * RoundFailure if there are no records.
 */
export async function* recordsOf(
  answer: ReadRows,
  context: PullContext,
  memory: RecordsMemory,
  ports: { sleep(ms: number): Promise<void>; warn(found: Finding): void },
): AsyncGenerator<JsonObject[], void> {
  let parts = 0;
  const perPause = answer.more === null ? BATCHES_PER_PAUSE : STREAMED_BATCHES_PER_PAUSE;
  try {
    for await (const json of batchesOf(answer)) {
      const records = answer.kind === "answer" ? selected(json, context, memory, ports.warn) : [];
      for (let from = 0; from === 0 || from < records.length; from += RECORDS_PER_BATCH) {
        if (++parts % perPause === 0) await ports.sleep(0);
        yield records.length <= RECORDS_PER_BATCH ? records : records.slice(from, from + RECORDS_PER_BATCH);
      }
    }
  } catch (error) {
    if (error instanceof UnreadableAnswer) throw roundFailure(error.finding, context);
    throw error;
  } finally {
    await answer.more?.return();
  }
}

/** The JSON of the response, then the rest of a streamed one. */
async function* batchesOf({ json, more }: ReadRows): AsyncGenerator<Json, void> {
  yield json;
  if (more !== null) yield* more;
}

function selected(
  json: Json,
  context: PullContext,
  memory: RecordsMemory,
  warn: (found: Finding) => void,
): JsonObject[] {
  const found = selectRecords(json, context.operation.records, memory);
  if (!found.ok) throw roundFailure(withWords(found.finding, json), context);
  if (found.isNull === true && errorWords(json) !== null)
    warn(mapTexts(withWords(finding("null-for-records", {}), json), context.mask));
  return found.records;
}

/** Why there are no records, with the API's own message. */
function withWords(found: Finding, json: Json): Finding {
  const said = errorWords(json);
  return said === null ? found : finding("api-says", { finding: found, said });
}
