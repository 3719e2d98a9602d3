import type { LoaderFunctionArgs } from "@remix-run/node";
import { readCursor } from "#projections/catalogue/queries.ts";
import { throwNotFound } from "../../http/forms/page.ts";
import { factsOf } from "../../metadata/dataset-facts.ts";
import { dcatCatalog } from "../../metadata/dcat.ts";
import { jsonAnswer } from "../../metadata/describe-dataset.ts";

const PAGE_SIZE = 100;
const EVERYTHING = { kind: "dataset", q: "", categories: [], changedSince: null, sort: "newest" } as const;

/** GET /catalog.jsonld: the datasets that everybody sees in DCAT, newest first; `?after=` a page further on. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { queries, site } = context.platform;
  const text = new URL(request.url).searchParams.get("after");
  const cursor = text === null ? null : readCursor(text, EVERYTHING.sort);
  if (text !== null && cursor === null) return throwNotFound();
  const at = cursor === null ? { at: "first" as const } : { at: "after" as const, cursor };
  const { items, after } = await queries.catalogue.itemsOf(null, EVERYTHING, at, PAGE_SIZE);
  const found = await queries.catalogue.datasetsById(
    items.map(({ profileId }) => profileId),
    null,
  );
  const address = (from: string | null) =>
    `${site.appUrl}/catalog.jsonld${from === null ? "" : `?${new URLSearchParams({ after: from })}`}`;
  const body = dcatCatalog(
    found.map((item) => factsOf(item, null, site.appUrl)),
    { origin: site.appUrl, page: address(text), next: after && address(after) },
  );
  return jsonAnswer(body, "application/ld+json");
}
