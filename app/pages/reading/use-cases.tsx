import type { MetaFunction } from "@remix-run/node";
import { UseCasesView } from "./use-cases-view.tsx";

export const meta: MetaFunction = () => [{ title: "Use cases | Tributary" }];

export default function UseCases() {
  return <UseCasesView posts={[]} />;
}
