import type { MetaFunction } from "@remix-run/node";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta({ title: "Terms | Tributary", description: "The terms of this site." });

export default function Terms() {
  return <ReadingPage title="Terms" />;
}
