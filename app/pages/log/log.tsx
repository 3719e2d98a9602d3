import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { describeFork } from "../../log/describe-fork.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { LogView, type LogViewProps } from "./log-view.tsx";

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Transparency log | Tributary",
    description: "The signed log of this site, its keys, and how to check that it was not changed.",
  });

export async function loader({ context }: LoaderFunctionArgs): Promise<LogViewProps> {
  const { transparency, site } = context.platform;
  const [{ checkpoint, fork }, keys] = await Promise.all([transparency.head(), transparency.keys()]);
  return {
    appUrl: site.appUrl,
    checkpoint,
    fork: fork && describeFork(fork),
    keys: keys.filter(({ retiredAt }) => retiredAt === null),
    now: new Date().toISOString(),
  };
}

export default function Log() {
  return <LogView {...useLoaderData<typeof loader>()} />;
}
