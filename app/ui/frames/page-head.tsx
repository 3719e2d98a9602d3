import type { ReactNode } from "react";
import { Crumbs } from "../layout/crumbs.tsx";

/**
 * The head of a page below another one: the way back, its name, a summary sentence. `picture`: above all of it;
 * `beside`: a badge beside the name; `children`: buttons at the right, facts below.
 */
export function PageHead({
  picture,
  above,
  title,
  beside,
  lead,
  children,
}: {
  picture?: ReactNode;
  above: readonly { to: string; label: string }[];
  title: ReactNode;
  beside?: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="hero">
      <div>
        {picture}
        <Crumbs above={above} />
        <div className="hero-name">
          <h1>{title}</h1>
          {beside}
        </div>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {children}
    </div>
  );
}

/** The head of a page of a dataset. */
export function DatasetPageHead({
  dataset: { id, title },
  ...head
}: { dataset: { id: string; title: string } } & Omit<Parameters<typeof PageHead>[0], "above">) {
  return (
    <PageHead
      above={[
        { to: "/datastore", label: "DataStore" },
        { to: `/dataset_profile/${id}`, label: title },
      ]}
      {...head}
    />
  );
}
