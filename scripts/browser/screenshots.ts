import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import { forViewer, furnish, pagesOf, type Shown } from "#testing/browser/pages.ts";
import { writeDocument } from "#testing/openapi/check-answers.ts";
import type { Person } from "#testing/person.ts";
import { startProduct } from "#testing/product.ts";

/**
 * Takes a picture of every page at three widths, in light and dark, into tmp/screenshots, with an index.html to look
 * through them: `npm run screenshots`, or with words for the pages whose address has one of them. Words such as
 * `1280-light` choose the looks, and then the other pictures stay as they are.
 */
const FOLDER = path.resolve(import.meta.dirname, "../../tmp/screenshots");
const LOOKS = [
  { name: "1280-light", width: 1280, colorScheme: "light" },
  { name: "1280-dark", width: 1280, colorScheme: "dark" },
  { name: "768-light", width: 768, colorScheme: "light" },
  { name: "768-dark", width: 768, colorScheme: "dark" },
  { name: "390-light", width: 390, colorScheme: "light" },
  { name: "390-dark", width: 390, colorScheme: "dark" },
] as const;
const asked = process.argv.slice(2);
const words = asked.filter((word) => !LOOKS.some(({ name }) => name === word));
const looks = LOOKS.filter(({ name }) => words.length === asked.length || asked.includes(name));
writeDocument();
const product = await startProduct({ built: true, startWithinMs: 120_000, env: { ADMIN_EMAILS: "ana@example.org" } });
const browser = await testBrowser(product.url);
try {
  const ana = await product.person("Ana", 3);
  const pages = pagesOf(await furnish(ana)).filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  if (looks.length === LOOKS.length) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const look of looks)
    for (const who of [null, ana]) await takeAll(browser, { look, who, pages: forViewer(pages, who) });
  await writeFile(path.join(FOLDER, "index.html"), indexOf(pages));
  console.log(`${pages.length} pages: ${path.join("tmp", "screenshots", "index.html")}`);
} finally {
  await browser.close();
  await product.remove();
}

type Round = { readonly look: (typeof LOOKS)[number]; readonly who: Person | null; readonly pages: readonly Shown[] };

async function takeAll(from: TestBrowser, { look, who, pages }: Round): Promise<void> {
  const { width, colorScheme } = look;
  const page = await from.window(who?.cookie, { viewport: { width, height: 900 }, colorScheme });
  for (const { name, address } of pages) {
    await page.goto(address, { waitUntil: "networkidle" });
    const file = fileOf(name, look.name, who === null ? "visitor" : "user");
    await page.screenshot({ path: path.join(FOLDER, file), fullPage: true });
  }
  await page.context().close();
}

function fileOf(name: string, look: string, who: "visitor" | "user"): string {
  return `${name.replace(/\W+/g, "_")}.${who}.${look}.png`;
}

/** All pictures of a page in one row; those that were not taken remove themselves. */
function indexOf(pages: readonly Shown[]): string {
  const pictures = (name: string) =>
    (["visitor", "user"] as const)
      .flatMap((who) => LOOKS.map((look) => fileOf(name, look.name, who)))
      .map(
        (file) =>
          `<a href="${file}"><img loading="lazy" height="420" src="${file}" alt="" onerror="this.remove()"></a>`,
      );
  const sections = pages.map(
    ({ name }) => `<h2>${name.replaceAll("&", "&amp;")}</h2><p>${pictures(name).join(" ")}</p>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Every page</title>${sections.join("\n")}`;
}
