import { type Finding, finding, mapTexts } from "../../core/findings/finding.ts";
import { UnreadableAnswer } from "../response/gunzip.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { PullContext } from "./pull-context.ts";
import type { ReadAnswer } from "../response/read-answer.ts";
import { selectRecords } from "../response/records.ts";
import type { RecordsMemory } from "../response/records.ts";
import { errorWords } from "../response/response-actions.ts";
import { isFaultDocument, isFaultNotice, isNotice, saysError, wordsIn } from "../response/words/own-words.ts";
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
  const { records: plan } = context.operation;
  const found = selectRecords(json, plan, memory);
  if (!found.ok) throw roundFailure(withWords(found.finding, json), context);
  const { records } = found;
  const warnOf = (what: Finding) => warn(mapTexts(withWords(what, json), context.mask));
  if (isRefusal(json, records, found.isOne === true, context.known))
    throw roundFailure(withWords(finding("notice-for-records", {}), json), context);
  if (found.isNull === true && errorWords(json) !== null) warnOf(finding("null-for-records", {}));
  if (records.length > 0 && found.isOne !== true && saysError(json)) warnOf(finding("error-beside-records", {}));
  return records;
}

/**
 * Whether an answer is a notice or an error in place of records. `isOne`: its only record was no list; `known`: the
 * columns of the table, which one object that is a record would share.
 */
function isRefusal(json: Json, records: readonly JsonObject[], isOne: boolean, known: ReadonlySet<string>): boolean {
  const [first] = records;
  const last = records.at(-1);
  if (first === undefined || last === undefined) return saysError(json);
  if (isOne) return isNotice(first) || isFaultDocument(first) || sharesNothing(first, known);
  // Streams of lines end with such a line when they fail midway.
  return isFaultNotice(last) && (records.length === 1 || !isFaultNotice(first));
}

function sharesNothing(record: JsonObject, known: ReadonlySet<string>): boolean {
  if (known.size < 2) return false;
  const names = Object.keys(record);
  return !names.some((name) => known.has(name) || [...known].some((label) => label.startsWith(`${name}__`)));
}

/** Why there are no records, with the API's own message. */
function withWords(found: Finding, json: Json): Finding {
  const said = wordsIn(json);
  return said === null ? found : finding("api-says", { finding: found, said });
}
