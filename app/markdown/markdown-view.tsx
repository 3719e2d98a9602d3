import { createElement, type ReactNode } from "react";
import type { MarkdownNode } from "./parse-markdown.ts";

/** A parsed Markdown text. Its links lead to other sites, and give them no weight for search engines. */
export function Markdown({ nodes }: { nodes: readonly MarkdownNode[] }) {
  return <div className="prose">{nodes.map(shown)}</div>;
}

function shown(node: MarkdownNode, key: number): ReactNode {
  if (typeof node === "string") return node;
  if ("href" in node)
    return (
      <a key={key} href={node.href} rel="nofollow ugc noreferrer">
        {node.children.map(shown)}
      </a>
    );
  if (node.tag === "table") return <ReadMeTable key={key} rows={node.children} />;
  return createElement(node.tag, { key }, ...node.children.map(shown));
}

function ReadMeTable({ rows }: { rows: readonly MarkdownNode[] }) {
  return (
    <div className="table-scroll panel" role="region" aria-label="Table of the read-me" tabIndex={0}>
      <table className="table">{rows.map(shown)}</table>
    </div>
  );
}
