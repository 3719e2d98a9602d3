import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { CodeBlock } from "../../ui/code/code-block.tsx";
import type { DocBlock } from "../../documentation/doc-page.ts";

/** The text of a section. */
export function DocBlocks({ blocks }: { blocks: readonly DocBlock[] }) {
  return blocks.map((block, at) => <Block key={at} block={block} />);
}

function Block({ block }: { block: DocBlock }) {
  if (typeof block === "string") return <p>{inline(block)}</p>;
  if ("code" in block) return <CodeBlock text={block.code} name={block.name} />;
  const List = block.numbered ? "ol" : "ul";
  return (
    <List>
      {block.list.map((text) => (
        <li key={text}>{inline(text)}</li>
      ))}
    </List>
  );
}

/** A text with its code and links. Addresses that are no pages are followed by the browser. */
function inline(text: string): ReactNode[] {
  return text.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part, at) => {
    if (part.startsWith("`") && part.endsWith("`") && part.length > 2) return <code key={at}>{part.slice(1, -1)}</code>;
    const [, label, href = ""] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    if (label === undefined) return part;
    return href.endsWith(".json") ? (
      <a key={at} href={href}>
        <code>{label}</code>
      </a>
    ) : (
      <Link key={at} to={href}>
        {label}
      </Link>
    );
  });
}
