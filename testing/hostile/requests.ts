import type { Person } from "../person.ts";
import { hostileApis, hostileDefinitions } from "./definitions.ts";
import { hostileFiles } from "./files.ts";
import { hostileFilters, hostileHtml, hostileJson, hostileMarkdown, hostileSearches } from "./texts.ts";

/** One request that costs more than its size; `name` says what it is. `visitor`: sent without a cookie. */
export type HostileRequest = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly visitor?: boolean;
};

/** Things that hostile requests are about. */
export type HostileWorld = {
  readonly person: Person;
  readonly key: string;
  /** A dataset of 1,500 columns: `c0`, `c1`, … */
  readonly dataset: string;
  readonly table: string;
  /** Addresses that show what was stored before, by what is stored there. */
  readonly shown: readonly { readonly name: string; readonly path: string }[];
};

const JSON_TYPE = { "content-type": "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const BODY = 1_000_000;
/** Node takes so many bytes of headers, with the address. */
const HEAD = 15_000;
const WIDE = 1_500;

/** A person with a dataset of 1,500 columns, and pages of what was stored to cost much. `author` is an editor. */
export async function hostileWorld(author: Person): Promise<HostileWorld> {
  const row = (cell: (at: number) => string) => Array.from({ length: WIDE }, (_, at) => cell(at)).join(",");
  const csv = [row((at) => `c${at}`), ...Array.from({ length: 150 }, (_, n) => row((at) => `${n} of ${at}`))].join(
    "\n",
  );
  const wide = (await author.upload(csv, { title: "Wide rows" })).json as { id: string; table_name?: string };
  const table = wide.table_name ?? ((await loaded(author, wide.id)) as string);
  const shown: { name: string; path: string }[] = [
    { name: "profile of 1,500 columns", path: `/dataset_profile/${wide.id}` },
    { name: "versions of 1,500 columns", path: `/dataset_profile/${wide.id}/versions` },
    { name: "Croissant of 1,500 columns", path: `/dataset_profile/${wide.id}/croissant.json` },
    { name: "chart page of 1,500 columns", path: `/dataset_profile/${wide.id}/chart` },
  ];
  for (const { name, text } of hostileMarkdown(49_900)) {
    const made = (await author.upload("a,b\n1,2\n", { title: `Read-me ${name}`, read_me: text })).json as {
      id: string;
    };
    shown.push({ name: `read-me: ${name}`, path: `/dataset_profile/${made.id}` });
  }
  for (const { name, text } of hostileDefinitions()) {
    const body = `{"title":"Definition","is_public":true,"dsl":${text}}`;
    const made = await author.call("POST", "/api/connectors/upload", { body, headers: JSON_TYPE });
    if (made.status !== 201) continue;
    shown.push({ name: `profile, ${name}`, path: `/connector_profile/${made.json.id}` });
    shown.push({ name: `API, ${name}`, path: `/api/connectors/${made.json.id}` });
  }
  return { person: author, key: await author.key(), dataset: wide.id, table, shown };
}

async function loaded(author: Person, id: string): Promise<string | null> {
  await author.get(`/api/assets/${id}/load?wait=30`);
  return (await author.get(`/api/assets/${id}`)).json.table_name as string;
}

/** Every kind of hostile request, each once. */
export function hostileRequests(world: HostileWorld): readonly HostileRequest[] {
  return [
    ...ofFiles(world),
    ...ofBodies(),
    ...ofAddresses(world),
    ...ofHeaders(),
    ...ofDefinitions(),
    ...world.shown.map(({ name, path }) => ({ name, method: "GET", path, visitor: true })),
  ];
}

function ofFiles({ dataset }: HostileWorld): HostileRequest[] {
  const inspected = hostileFiles(1_000_000).map(({ name, bytes }) => ({
    ...{ name: `inspect: ${name}`, method: "POST", path: "/api/assets/inspect", body: bytes },
    headers: { "content-type": "text/csv" },
  }));
  const loaded = hostileFiles(450_000).map(({ name, bytes }) => ({
    ...{ name: `version: ${name}`, method: "PUT", path: `/api/assets/${dataset}/data?columns=change`, body: bytes },
    headers: { "content-type": "text/csv" },
  }));
  return [...inspected, ...loaded];
}

function ofBodies(): HostileRequest[] {
  const json = hostileJson(BODY).map(({ name, text }) => ({
    ...{ name: `JSON: ${name}`, method: "POST", path: "/api/connectors/draft", body: text },
    headers: JSON_TYPE,
  }));
  const posts = hostileHtml(400_000).map(({ name, text }) => ({
    ...{ name: `post: ${name}`, method: "POST", path: "/api/blog", headers: JSON_TYPE },
    body: JSON.stringify({ title: "Post", slug: `p-${name.replaceAll(/\W/g, "-")}`, type: "update", content: text }),
  }));
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
  const forms: HostileRequest[] = [
    { name: "form: fields", method: "POST", path: "/login", headers: FORM, body: "a=1&".repeat(BODY / 4) },
    { name: "form: percent signs", method: "POST", path: "/login", headers: FORM, body: "%41".repeat(BODY / 3) },
    {
      ...{ name: "form: parts", method: "POST", path: "/login" },
      body: `${part.repeat(BODY / part.length - 1)}--x--`,
      headers: { "content-type": "multipart/form-data; boundary=x" },
    },
    {
      ...{ name: "form: parts of an upload", method: "POST", path: "/api/assets/upload-csv" },
      body: `${part.repeat(BODY / part.length - 1)}--x--`,
      headers: { "content-type": "multipart/form-data; boundary=x" },
    },
    {
      ...{ name: "form: dashes", method: "POST", path: "/api/assets/upload-csv" },
      body: `--x\r\n${"\r\n--".repeat(BODY / 4 - 4)}`,
      headers: { "content-type": "multipart/form-data; boundary=x" },
    },
  ];
  return [...json, ...posts, ...forms];
}

function ofAddresses({ dataset, table, key, person }: HostileWorld): HostileRequest[] {
  const get = (name: string, path: string, headers = {}): HostileRequest => ({ name, method: "GET", path, headers });
  const bearer = { authorization: `Bearer ${key}`, cookie: "" };
  const basic = { authorization: `Basic ${Buffer.from(`${person.email}:${key}`).toString("base64")}`, cookie: "" };
  const filters = hostileFilters(4_500, "c1").flatMap(({ name, text }) => [
    get(
      `OData: ${name}`,
      `/odata/${table}?$filter=${encodeURIComponent(text).slice(0, HEAD)}`.replace(/%.?$/, ""),
      basic,
    ),
  ]);
  const all = Array.from({ length: WIDE }, (_, at) => `c${at}`);
  const streams = [
    get("stream: all columns", `/api/stream/data?table=${table}&columns=${all.join(",").slice(0, 9_000)}x`, bearer),
    get("stream: filters", `/d/${table}.csv?${"c1=eq.1&".repeat(1_200)}limit=1`, bearer),
    get("stream: values", `/d/${table}.csv?c1=in.(${"a,".repeat(4_900)}a)`, bearer),
    get("stream: quotes of a list", `/d/${table}.csv?c1=in.(${"%22".repeat(4_000)})`, bearer),
    get("stream: order", `/d/${table}.csv?order=${"c1,".repeat(3_000)}c2`, bearer),
    get("stream: like", `/d/${table}.csv?c1=like.${"%25a".repeat(2_000)}`, bearer),
    get("stream: numbers", `/d/${table}.csv?_row_id=gt.${"9".repeat(9_000)}`, bearer),
    get("OData: select", `/odata/${table}?$select=${all.slice(0, 1_000).join(",")}`, basic),
    get("OData: select one often", `/odata/${table}?$select=${"c1,".repeat(4_000)}c2`, basic),
    get("OData: order", `/odata/${table}?$orderby=${"c1 desc,".replace(" ", "%20").repeat(1_400)}c2`, basic),
    get("OData: metadata", "/odata/$metadata", basic),
    get("OData: rows of 1,500 columns", `/odata/${table}`, basic),
    get("rows of 1,500 columns", `/api/assets/${dataset}/data`),
    get("sheet of 1,500 columns", `/d/${table}.xlsx`, bearer),
    get("JSON of 1,500 columns", `/d/${table}.json`, bearer),
    get("Parquet of 1,500 columns", `/d/${table}.parquet`, bearer),
  ];
  const searches = hostileSearches(3_000).flatMap(({ name, text }) => {
    const words = encodeURIComponent(text.toWellFormed()).slice(0, 9_000).replace(/%.?$/, "");
    return [get(`search: ${name}`, `/datastore?q=${words}`), get(`API search: ${name}`, `/api/assets?search=${words}`)];
  });
  const names = Array.from({ length: 2_600 }, (_, at) => `${at.toString(36)}=`).join("&");
  const parameters = ["/datastore", "/", "/api/assets", "/login", `/dataset_profile/${dataset}`, "/__manifest"].flatMap(
    (path) => [
      get(`parameters of ${path}`, `${path}?${names}`),
      get(`one parameter of ${path}`, `${path}?${"where.c1=eq.1&".repeat(1_000)}`),
      get(`categories of ${path}`, `${path}?${"category=a&".repeat(1_300)}`),
      get(`plus signs of ${path}`, `${path}?q=${"+".repeat(HEAD - 200)}`),
      get(`percent signs of ${path}`, `${path}?q=${"%C3%A9".repeat(2_300)}`),
    ],
  );
  const paths = [
    get("path: slashes", "/".repeat(HEAD)),
    get("path: parts", "/a".repeat(HEAD / 2)),
    get("path: dots", "/..a".repeat(HEAD / 4)),
    get("manifest: pages", `/__manifest?${Array.from({ length: 700 }, (_, at) => `p=/datastore/${at}`).join("&")}`),
    get("chart: filters", `/dataset_profile/${dataset}/chart?kind=bar&x=c1&y=c2&${"where.c1=eq.1&".repeat(900)}`),
  ];
  return [...filters, ...streams, ...searches, ...parameters, ...paths];
}

function ofHeaders(): HostileRequest[] {
  const lists: Readonly<Record<string, string>> = {
    cookie: Array.from({ length: 2_400 }, (_, at) => `${at.toString(36)}=`).join("; "),
    accept: Array.from({ length: 1_000 }, (_, at) => `a/${at};q=0.1`).join(","),
    "accept-encoding": "a;q=0.1,".repeat(1_800),
    "accept-language": "en;q=0.1,".repeat(1_600),
    "if-none-match": 'W/"a", '.repeat(1_800),
    "if-modified-since": "Mon, ".repeat(2_800),
    range: `bytes=${"0-1,".repeat(3_600)}2-3`,
    authorization: `Bearer ${"a".repeat(HEAD)}`,
    "x-forwarded-for": "1.1.1.1, ".repeat(1_600),
    "content-type": `application/json${"; a=b".repeat(2_800)}`,
    forwarded: "for=1;".repeat(2_400),
    "idempotency-key": "a".repeat(HEAD),
  };
  return Object.entries(lists).flatMap(([name, value]) =>
    ["/datastore", "/api/assets", "/api/assets/categories"].map((path) => ({
      ...{ name: `${name} of ${path}`, method: "GET", path },
      headers: { [name]: value },
    })),
  );
}

function ofDefinitions(): HostileRequest[] {
  const imports = hostileApis().map(({ name, text }) => ({
    ...{ name: `import: ${name}`, method: "POST", path: "/api/connectors/import", headers: JSON_TYPE },
    body: JSON.stringify({ kind: "openapi", text }),
  }));
  const published = hostileDefinitions().map(({ name, text }) => ({
    ...{ name: `publish: ${name}`, method: "POST", path: "/api/connectors/upload", headers: JSON_TYPE },
    body: `{"title":"Definition","is_public":false,"dsl":${text}}`,
  }));
  return [...imports, ...published];
}
