import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pick } from "#domain/core/values/pick.ts";
import { previewOf } from "../../datasets/preview-calls.ts";
import type { AppContext } from "../../platform.ts";
import { summaryOf } from "../../items/item-summary.ts";
import type { LandingViewProps } from "./landing-view.tsx";
import { LandingView } from "./landing-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

const FEATURED_ITEMS = 3;
const USE_CASES = 4;

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Tributary | Datasets and live APIs as tables your tools can open",
    description:
      "A one-stop platform for high-quality datasets and insights: browse the DataStore, connect an API into a table, stream it into your tools.",
  });

/** What a visitor sees in the DataStore, for every viewer: first what most people use. */
export async function loader({ context }: LoaderFunctionArgs): Promise<LandingViewProps> {
  const { platform, viewer } = context;
  const [{ items, total, sampleId }, useCases] = await Promise.all([
    platform.queries.catalogue.featured(FEATURED_ITEMS, "users"),
    platform.queries.posts.list({ search: "", type: "use_case", drafts: false }, { limit: USE_CASES, offset: 0 }),
  ]);
  return {
    now: new Date().toISOString(),
    signedIn: viewer !== null,
    itemCount: total,
    items: items.map(summaryOf),
    sample: sampleId === null ? null : await sampleOf(context, sampleId),
    origin: platform.site.appUrl,
    useCases: useCases.items.map((post) => pick(post, ["slug", "title", "summary"])),
  };
}

/** A public dataset with its first rows. */
async function sampleOf(context: AppContext, id: string): Promise<LandingViewProps["sample"]> {
  const [item, preview] = await Promise.all([
    context.platform.queries.catalogue.dataset(id, null),
    previewOf(context, id, null),
  ]);
  if (item === null || !preview.ok) return null;
  return { item: pick(item, ["kind", "id", "title"]), preview: preview.value, tableName: item.tableName };
}

export default function Landing() {
  return <LandingView {...useLoaderData<typeof loader>()} />;
}
