import { writeFileSync } from "node:fs";
import path from "node:path";
import * as lucide from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as icons from "../app/ui/icons/all.ts";

const LICENCE = "Drawings: Lucide, https://lucide.dev, ISC licence, (c) Lucide Contributors and Cole Bemis";

/** The file icons.svg: a symbol for each name in all.ts, without colours and widths, which `.icon` gives. */
export function iconDrawings(): string {
  const symbols = Object.entries(icons).map(([name, id]) => {
    const drawing = renderToStaticMarkup(createElement(lucide[name as keyof typeof icons]));
    const shapes = drawing.slice(drawing.indexOf(">") + 1, drawing.lastIndexOf("</svg>"));
    return `<symbol id="${id}" viewBox="0 0 24 24">${shapes}</symbol>`;
  });
  return `<!-- ${LICENCE} -->\n<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
}

/** `node scripts/icons.ts` draws the file again, after a name was added. */
if (import.meta.main) writeFileSync(path.resolve(import.meta.dirname, "../app/ui/icons/icons.svg"), iconDrawings());
