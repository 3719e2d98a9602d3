import { refuse } from "../http/call-result.ts";
import { sendRefusal } from "../http/security/refuse-request.ts";
import { presentVersion, queryRefused } from "./entity-set.ts";
import { contentTypeOf, exactNumbersOf, jsonFormat } from "./json-format.ts";
import type { ODataCall, ODataRouteOptions } from "./odata-call.ts";
import { sendAnswer } from "./send-answer.ts";
import { MAX_PAGE_BYTES, MAX_PAGE_ROWS, NOT_OPENED } from "./send-rows.ts";

/** GET /odata/{set}?$apply=…: the groups of a table's rows, all in one answer; more than a page has are refused. */
export async function sendGroups(options: ODataRouteOptions, call: ODataCall): Promise<void> {
  const { req, res, root, signal, reader } = call;
  const { platform, tables } = options;
  const format = jsonFormat(req, call.options.get("$format"));
  if (!format.ok) return sendRefusal(res, format);
  const found = await presentVersion(options, call);
  if (!found.ok) return sendRefusal(res, found);
  const { name, physical, columns } = found.value;
  const parsed = tables.parseGroups(call.options, columns, exactNumbersOf(format.value));
  if (!parsed.ok) return sendRefusal(res, queryRefused(parsed));
  const { groups } = parsed;
  const bounds = { maxGroups: MAX_PAGE_ROWS, maxBytes: MAX_PAGE_BYTES };
  const readAll = () => tables.groups({ physical, groups, ...bounds, signal });
  const read = await platform.groupReads.run(reader.userId, readAll, signal);
  if (read === "full") return sendRefusal(res, refuse("counts-busy"));
  if (!read.ok)
    return sendRefusal(res, read.reason === "too-many" ? refuse("odata-groups-too-many") : NOT_OPENED[read.reason]);
  const { rows } = read;
  const names = [...groups.by, ...groups.aggregates].map((each) => each.name);
  const context =
    format.value.metadata === "none"
      ? ""
      : `"@odata.context":${JSON.stringify(`${root}$metadata#${name}(${names.join(",")})`)},`;
  res.locals["rowsSent"] = rows.length;
  async function* pieces(): AsyncGenerator<string> {
    yield `{${context}"value":[${rows.map((row) => `\n${row}`).join(",")}]}\n`;
  }
  await sendAnswer(req, res, { "Content-Type": contentTypeOf(format.value) }, pieces());
}
