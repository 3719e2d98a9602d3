import type { ReactNode } from "react";

/** A page of text: its heading, a summary sentence, the text. */
export function ReadingPage({
  title,
  lead,
  updated,
  children,
}: {
  title: string;
  lead?: ReactNode;
  updated?: string;
  children?: ReactNode;
}) {
  return (
    <div className="wrap">
      <div className="page">
        <div className="grid gap-2">
          <h1>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
          {updated && <p className="meta">Last updated {updated}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}
