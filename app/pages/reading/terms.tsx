import type { MetaFunction } from "@remix-run/node";
import { ReadingPage } from "../../ui/layout/reading-page.tsx";

export const meta: MetaFunction = () => [{ title: "Terms | Tributary" }];

export default function Terms() {
  return <ReadingPage title="Terms" />;
}
