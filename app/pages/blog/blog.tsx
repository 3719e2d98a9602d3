import type { MetaFunction } from "@remix-run/node";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";

export const meta: MetaFunction = () => [{ title: "Blog | Tributary" }];

export default function Blog() {
  return (
    <ReadingPage title="Blog" lead="Updates, use cases and whitepapers.">
      <EmptyState title="No posts yet." level={2}>
        <p className="quiet">
          Nothing has been published here so far. What people do with their tables is under use cases.
        </p>
        <p className="row">
          <ButtonLink to="/use-cases">Use cases</ButtonLink>
        </p>
      </EmptyState>
    </ReadingPage>
  );
}
