import routes from "#app/routes.ts";
import type { Person } from "../person.ts";

/** Further states of pages that have some. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  "/datastore": ["", "?q=river", "?q=nothing-has-this-name", "?type=connector"],
  "/documentation": ["", "?q=cursor"],
  "/jump": ["", "?q=river"],
  "/account": ["?tab=account", "?tab=security", "?tab=api-keys", "?tab=webhooks", "?tab=plan"],
  "/manage": ["?tab=active", "?tab=uploaded", "?tab=stream"],
  "/upload": ["?tab=dataset", "?tab=connector"],
  "/notices": ["", "?tab=settings"],
  "/connector_profile/:id": ["?tab=setup", "?tab=output", "?tab=runs", "?tab=definition", "?tab=versions"],
  "/history/:kind/:id": ["", "?as_of=2999-01-01T00:00:00Z"],
  "/dataset_profile/:id": ["", "?edit", "?describe", "?confirm=delete"],
  "/dataset_profile/:id/chart": ["", "?kind=bar&x=station&y=level"],
  "/dataset_profile/:id/versions": ["", "?compare=2", "?confirm=restore-1"],
};
/** Pages that only redirect, or are no pages. */
const SKIPPED = new Set([
  "/*",
  "/api/*",
  "/theme",
  "/datastore/:id",
  "/logout",
  "/schemas/connector.json",
  "/oauth/callback",
  "/sitemap.xml",
  "/sitemap/items.xml",
  "/robots.txt",
  "/blog/rss.xml",
  "/catalog.jsonld",
  "/history/:kind/:id/access.csv",
  "/datastore.rss",
  "/dataset_profile/:id/croissant.json",
  "/dataset_profile/:id/datapackage.json",
  "/dataset_profile/:id/dataset.jsonld",
  "/dataset_profile/:id/versions.rss",
  "/api-documentation/open",
]);

type Ids = Readonly<Record<string, string>>;
/** A page by its route and state, and where it is. */
export type Shown = { readonly name: string; readonly address: string };

/** What a form sends. */
export const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Saves a chart of a dataset as a data app, and returns its id. */
export async function saveChart(owner: Person, chart: string, title: string): Promise<string> {
  const body = new URLSearchParams({ intent: "save-chart", title }).toString();
  const { status, headers, text } = await owner.post(chart, body, FORM);
  const id = /\/dataapps\/([\w-]+)/.exec(headers.get("location") ?? text)?.[1];
  if (id === undefined) throw new Error(`The chart was not saved: ${status} ${text.slice(0, 300)}`);
  return id;
}

/** Previews a file as the upload page does without JavaScript, and returns the id of the preview. */
export async function previewedFile(owner: Person, csv: string): Promise<string> {
  const form = new FormData();
  form.append("title", "Previewed");
  form.append("file", new Blob([csv]), "levels.csv");
  const { status, json } = await owner.call("POST", "/api/assets/preview", { body: form });
  if (status !== 201) throw new Error(`The file was not previewed: ${status}`);
  return json.id as string;
}

/**
 * A dataset with a row set aside and a chart, a connection with runs, a draft and a post; returns what the routes'
 * parameters are replaced with. `ana` is an admin.
 */
export async function furnish(ana: Person): Promise<Ids> {
  const rows = Array.from({ length: 300 }, (_, at) => {
    const day = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
    return `${["Upper Mill", "Weir", "Old Bridge"][at % 3]},${day},${(2 + Math.sin(at / 20)).toFixed(2)},${at % 7 === 0}`;
  });
  const csv = ["station,measured_on,level,flooded", ...rows, "Weir,2026-12-01,2.1,false,one too many"].join("\n");
  const card = { title: "River levels", description: "One row is one measurement." };
  const dataset = (await ana.upload(csv, card)).json as { id: string };
  const more = [
    { station: "Weir", measured_on: "2026-01-02", level: 9.5 },
    { station: "Lock", measured_on: "2026-12-02" },
  ];
  await ana.post(`/api/assets/${dataset.id}/rows?mode=upsert&key=station,measured_on`, more);
  const connectors = (await ana.get("/api/connectors")).json as { id: string; dsl: { auth?: { type: string } } }[];
  const open = connectors.find(({ dsl }) => (dsl.auth?.type ?? "none") === "none");
  if (open === undefined) throw new Error("No starter connector works without a key");
  const instance = (await ana.post("/api/connectors/activate", { connector_id: open.id })).json as {
    id: string;
    output_table_name: string;
  };
  const run = (await ana.post(`/api/connectors/run/${instance.id}`)).json as { runId: string };
  await ana.post("/api/connectors/draft", { parent_id: null, title: "A draft" });
  await ana.key();
  const app = await saveChart(ana, `/dataset_profile/${dataset.id}/chart?kind=bar&x=station&y=level`, "Levels");
  const content = "<h2>What is new</h2><p>Levels of the last year.</p><ul><li>Upper Mill</li></ul>";
  await ana.post("/api/blog", { title: "Rivers in summer", slug: "rivers-in-summer", type: "update", content });
  return {
    "/blog/:slug": "rivers-in-summer",
    "/blog/:slug/edit": "rivers-in-summer",
    "/dataapps/:id": app,
    "/history/:kind/:id": `dataset/${dataset.id}`,
    "/connector_profile/:id": open.id,
    "/connector-setup/:id": open.id,
    "/dataset_profile/:id": dataset.id,
    "/dataset_profile/:id/rejected": dataset.id,
    "/dataset_profile/:id/versions": dataset.id,
    "/dataset_profile/:id/rows": dataset.id,
    "/dataset_profile/:id/chart": dataset.id,
    "/history/:kind/:id/access": `dataset/${dataset.id}`,
    "/upload/job/:id": dataset.id,
    "/run/:id": run.runId,
    "/table/:table/versions": instance.output_table_name,
    "/upload/preview/:id": await previewedFile(ana, csv),
    "/documentation/:page": "keys",
    "/api-documentation/:group": "datasets",
  };
}

/** Pages that show how they say that there is no such thing. */
const OF_NOTHING = [
  "/reset-password/:token",
  "/verify-email/:token",
  "/unsubscribe/:token",
  "/oauth/sign-in/:instanceId",
];

/** All pages, with the parameters of `ids`. */
export function pagesOf(ids: Ids): Shown[] {
  const served = routes.map(({ path: route = "" }) => `/${route}`).filter((route) => !SKIPPED.has(route));
  const missing = served.filter((route) => route.includes(":") && !(route in ids) && !OF_NOTHING.includes(route));
  if (missing.length > 0)
    throw new Error(`Say in furnish of testing/browser/pages.ts what is shown at ${missing.join(", ")}`);
  return served.flatMap((route) =>
    (STATES[route] ?? [""]).map((state) => ({
      name: route + state,
      address: route.replace(/:\w+(\/:\w+)*/, ids[route] ?? "none") + state,
    })),
  );
}

/** Users see pages that differ for them, visitors the others and those that send them to the login. */
export function forViewer(pages: readonly Shown[], who: Person | null): readonly Shown[] {
  const forUsers =
    /^\/(account|manage|upload|run|table|admin|outbox|connector-setup|oauth|notices|history|blog\/new|blog\/.*\/edit|.*\/(rejected|versions|rows)$|.*\/versions\?|.*\/chart)/;
  const forBoth = /^\/(datastore|dataset_profile|connector_profile|dataapps|blog\/:slug$|$)/;
  return pages.filter(({ name }) => forUsers.test(name) === (who !== null) || (who !== null && forBoth.test(name)));
}
