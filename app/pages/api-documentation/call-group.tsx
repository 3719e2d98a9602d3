import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { throwNotFound } from "../../http/forms/page.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";
import { PageContents } from "../../ui/layout/page-contents.tsx";
import { callGroups } from "./call-facts.ts";
import { CallView } from "./call-view.tsx";
import { GroupTabs } from "./group-tabs.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: data ? `${data.name} | API documentation | Tributary` : "Item not found | Tributary",
    ...(data ? { description: data.about } : {}),
  });

/** /api-documentation/{group}: its calls, from the OpenAPI document. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const groups = callGroups(context.platform.site.appUrl);
  const group = groups.find(({ slug }) => slug === params["group"]) ?? throwNotFound();
  return { ...group, groups: groups.map(({ slug, name }) => ({ slug, name })) };
}

export default function CallGroupPage() {
  const { name, about, calls, groups } = useLoaderData<typeof loader>();
  return (
    <ReadingPage title={name} lead={about}>
      <GroupTabs groups={groups} />
      <div className="doc api-calls">
        <PageContents sections={calls.map(({ id, summary }) => ({ id, label: summary }))} />
        <div className="doc-body wide">
          {calls.map((call) => (
            <CallView key={call.id} call={call} />
          ))}
          <p className="meta">
            What every call has in common, such as errors, pages of lists and repeating, is in the{" "}
            <Link to="/api-documentation">overview</Link>.
          </p>
        </div>
      </div>
    </ReadingPage>
  );
}
