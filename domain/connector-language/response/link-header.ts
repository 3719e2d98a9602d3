/**
 * The target of the first link with this relation in the Link headers (RFC 8288), or null. Commas and semicolons inside
 * <…> and quotes are part of the value; `rel` may hold several relations; case does not matter.
 */
export function linkTarget(headers: readonly (readonly [string, string])[], relation: string): string | null {
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== "link") continue;
    for (const link of linksOf(value)) {
      if (link.relations.includes(relation.toLowerCase())) return link.target;
    }
  }
  return null;
}

interface Link {
  target: string;
  relations: string[];
}

function linksOf(text: string): Link[] {
  const links: Link[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("<", at);
    const close = text.indexOf(">", open);
    if (open < 0 || close < 0) break;
    const parameters = readParameters(text, close + 1);
    links.push({
      target: text.slice(open + 1, close).trim(),
      relations: (parameters.rel ?? "").toLowerCase().split(/\s+/),
    });
    at = parameters.end;
  }
  return links;
}

const PARAMETER = /\s*;\s*([^\s=;,]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;

function readParameters(text: string, from: number): { rel: string | null; end: number } {
  let rel: string | null = null;
  PARAMETER.lastIndex = from;
  let end = from;
  for (let match = PARAMETER.exec(text); match !== null; match = PARAMETER.exec(text)) {
    end = PARAMETER.lastIndex;
    if (match[1]?.toLowerCase() === "rel") rel ??= match[2] ?? match[3] ?? "";
  }
  return { rel, end };
}
