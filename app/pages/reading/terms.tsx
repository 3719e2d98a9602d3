import type { MetaFunction } from "@remix-run/node";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";

export const meta: MetaFunction = () => [{ title: "Terms | Tributary" }];

export default function Terms() {
  return <ReadingPage title="Terms" />;
}
