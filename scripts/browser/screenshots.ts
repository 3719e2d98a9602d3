import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import routes from "#app/routes.ts";
import { type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import type { Person } from "#testing/person.ts";
import { startProduct } from "#testing/product.ts";

/**
 * Takes a picture of every page at three widths, in light and dark, into tmp/screenshots, with an index.html to look
 * through them: `npm run screenshots`, or with words for the pages whose address has one of them.
 */
const FOLDER = path.resolve(import.meta.dirname, "../../tmp/screenshots");
const LOOKS = [
  { name: "1280-light", width: 1280, colorScheme: "light" },
  { name: "1280-dark", width: 1280, colorScheme: "dark" },
  { name: "768-light", width: 768, colorScheme: "light" },
  { name: "390-dark", width: 390, colorScheme: "dark" },
] as const;
/** Further states of pages that have some. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  "/datastore": ["", "?q=river", "?q=nothing-has-this-name", "?type=connector"],
  "/documentation": ["", "?q=cursor"],
  "/jump": ["", "?q=river"],
  "/account": ["?tab=account", "?tab=security", "?tab=api-keys", "?tab=plan"],
  "/manage": ["?tab=active", "?tab=uploaded", "?tab=stream"],
  "/upload": ["?tab=dataset", "?tab=connector"],
  "/notices": ["", "?tab=settings"],
  "/connector_profile/:id": ["?tab=setup", "?tab=output", "?tab=runs", "?tab=definition", "?tab=versions"],
  "/dataset_profile/:id": ["", "?edit", "?confirm=delete"],
};
/** Pages that only redirect, or are no pages. */
const SKIPPED = new Set([
  "/*",
  "/api/*",
  "/theme",
  "/logout",
  "/schemas/connector.json",
  "/oauth/callback",
  "/sitemap.xml",
  "/sitemap/items.xml",
  "/robots.txt",
  "/api-documentation/open",
]);

type Ids = Readonly<Record<string, string>>;
/** A page by its route and state, and where it is. */
type Shown = { readonly name: string; readonly address: string };

const words = process.argv.slice(2);
const product = await startProduct({ built: true, startWithinMs: 120_000, env: { ADMIN_EMAILS: "ana@example.org" } });
const browser = await testBrowser(product.url);
try {
  const ana = await product.person("Ana", 3);
  const pages = pagesOf(await furnish(ana)).filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const look of LOOKS)
    for (const who of [null, ana]) await takeAll(browser, { look, who, pages: forViewer(pages, who) });
  await writeFile(path.join(FOLDER, "index.html"), indexOf(pages));
  console.log(`${pages.length} pages: ${path.join("tmp", "screenshots", "index.html")}`);
} finally {
  await browser.close();
  await product.remove();
}

/** A dataset with a row set aside, a connection with runs, and a draft; returns the ids for the routes' parameters. */
async function furnish(ana: Person): Promise<Ids> {
  const rows = Array.from({ length: 300 }, (_, at) => {
    const day = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
    return `${["Upper Mill", "Weir", "Old Bridge"][at % 3]},${day},${(2 + Math.sin(at / 20)).toFixed(2)},${at % 7 === 0}`;
  });
  const csv = ["station,measured_on,level,flooded", ...rows, "Weir,2026-12-01,2.1,false,one too many"].join("\n");
  const card = { title: "River levels", description: "One row is one measurement." };
  const dataset = (await ana.upload(csv, card)).json as { id: string };
  const connectors = (await ana.get("/api/connectors")).json as { id: string; dsl: { auth?: { type: string } } }[];
  const open = connectors.find(({ dsl }) => (dsl.auth?.type ?? "none") === "none");
  if (open === undefined) throw new Error("No starter connector works without a key");
  const instance = (await ana.post("/api/connectors/activate", { connector_id: open.id })).json as { id: string };
  const run = (await ana.post(`/api/connectors/run/${instance.id}`)).json as { runId: string };
  await ana.post("/api/connectors/draft", { parent_id: null, title: "A draft" });
  await ana.key();
  return {
    "/connector_profile/:id": open.id,
    "/connector-setup/:id": open.id,
    "/dataset_profile/:id": dataset.id,
    "/dataset_profile/:id/rejected": dataset.id,
    "/upload/job/:id": dataset.id,
    "/run/:id": run.runId,
    "/documentation/:page": "keys",
  };
}

/** All pages; a parameter that `ids` does not have is "none", which shows how the page says so. */
function pagesOf(ids: Ids): Shown[] {
  const served = routes.map(({ path: route = "" }) => `/${route}`).filter((route) => !SKIPPED.has(route));
  return served.flatMap((route) =>
    (STATES[route] ?? [""]).map((state) => ({
      name: route + state,
      address: route.replace(/:\w+/, ids[route] ?? "none") + state,
    })),
  );
}

/** Users see pages that differ for them, visitors the others and those that send them to the login. */
function forViewer(pages: readonly Shown[], who: Person | null): readonly Shown[] {
  const forUsers = /^\/(account|manage|upload|run|admin|outbox|connector-setup|oauth|notices|blog\/new|.*\/rejected)/;
  const forBoth = /^\/(datastore|dataset_profile|connector_profile|$)/;
  return pages.filter(({ name }) => forUsers.test(name) === (who !== null) || (who !== null && forBoth.test(name)));
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
