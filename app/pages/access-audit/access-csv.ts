import type { LoaderFunctionArgs } from "@remix-run/node";
import { accessCsv, EXPORTS } from "../../access-audit/access-lists.ts";
import { readableSubject } from "../../history/history-calls.ts";
import { refuse } from "../../http/call-result.ts";
import { throwNotFound, throwRefusal, viewerOf } from "../../http/forms/page.ts";
import { limitedBody } from "../../http/server/limited-body.ts";

/** /history/{kind}/{id}/access.csv?list=streams|grants: a list of the page on access as a file, by itself the streams. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const viewer = await viewerOf(context, request);
  const named = { kind: params["kind"] ?? "", id: params["id"] ?? "" };
  const subject = await readableSubject(context.platform, viewer, named);
  const asked = new URL(request.url).searchParams.get("list") ?? "streams";
  const list = EXPORTS.find((each) => each === asked);
  if (!subject.ok || !list) return throwNotFound();
  const { downloads } = context.platform;
  const csv = accessCsv(context.platform, { viewer, subject: subject.value }, list);
  const body = limitedBody(csv, downloads, {
    owner: viewer.id,
    needs: context.needs,
    may: async (now) => now.viewer !== null && (await readableSubject(context.platform, now.viewer, named)).ok,
  });
  if (!body)
    return throwRefusal(
      refuse(downloads.limit.lacks(viewer.id) === "all" ? "downloads-busy" : "downloads-of-user-busy"),
    );
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="access-${list}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}
