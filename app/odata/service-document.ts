import { sendRefusal } from "../http/security/refuse-request.ts";
import { contentTypeOf, jsonFormat } from "./json-format.ts";
import type { ODataCall, ODataRouteOptions } from "./odata-call.ts";
import { readableTables } from "./readable-tables.ts";
import { sendAnswer } from "./send-answer.ts";

/** GET /odata/: the tables of the key. Answers 200 to a key that opens none. */
export async function sendServiceDocument({ platform }: ODataRouteOptions, call: ODataCall): Promise<void> {
  const { req, res, reader, options, root } = call;
  const format = jsonFormat(req, options.get("$format"));
  if (!format.ok) return sendRefusal(res, format);
  const context = format.value.metadata === "none" ? "" : `"@odata.context":${JSON.stringify(`${root}$metadata`)},`;
  async function* pieces(): AsyncGenerator<string> {
    yield `{${context}"value":[`;
    let between = "";
    for await (const part of readableTables(platform, reader))
      for (const { name, title } of part) {
        yield `${between}${JSON.stringify({ name, title, kind: "EntitySet", url: name })}`;
        between = ",";
      }
    yield "]}\n";
  }
  await sendAnswer(req, res, { "Content-Type": contentTypeOf(format.value) }, pieces());
}
