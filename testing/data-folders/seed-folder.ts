import { setTimeout as sleep } from "node:timers/promises";
import { httpServer } from "../servers/outbound-servers.ts";

/** What an installation answers, and must answer after an upgrade. */
export type SeededAnswers = {
  readonly password: string;
  readonly owner: string;
  /** May read what is shared, and nothing else of the owner that is private. */
  readonly guest: string;
  /** Streaming key of the owner. */
  readonly key: string;
  readonly datasets: readonly {
    readonly id: string;
    readonly title: string;
    readonly table: string;
    readonly csv: string;
  }[];
  readonly shared: string;
  readonly deleted: string;
  readonly connection: string;
};

type Server = {
  readonly url: string;
  /** A port where connectors may find an API. */
  readonly apiPort: number;
  mailsTo(email: string): Promise<string[]>;
};

const PASSWORD = "correct horse of the test";
const TABLES = { Kept: "id,city\n1,Oslo\n2,Rome\n", Shared: "id,name\n1,Ada\n", Deleted: "a\n1\n" };

/** Fills an installation of any version by its API: two people, uploads, a share, a key, a run, and a dataset that was deleted. */
export async function seedFolder(server: Server): Promise<SeededAnswers> {
  const api = await httpServer(
    (_request, response) => void response.setHeader("content-type", "application/json").end('[{"id":1},{"id":2}]'),
    "127.0.0.1",
    server.apiPort,
  );
  try {
    const owner = await signUp(server, "owner@example.org");
    const guest = await signUp(server, "guest@example.org");
    await ask(owner, "PATCH", "/api/users/plan", { plan: 3 });
    const made: Record<string, Awaited<ReturnType<typeof ask>>> = {};
    for (const [title, csv] of Object.entries(TABLES)) made[title] = await upload(owner, title, csv);
    await ask(owner, "POST", `/api/assets/${made["Shared"].id}/shares`, { email: "guest@example.org" });
    await ask(owner, "DELETE", `/api/assets/${made["Deleted"].id}`);
    const { api_key: key } = await ask(owner, "POST", "/api/dev/apikey", { email: "owner@example.org" });
    const url = `http://127.0.0.1:${api.port}/items`;
    const dsl = { protocol: "rest", auth: { type: "none" }, operations: [{ id: "items", url }] };
    const connector = await ask(owner, "POST", "/api/connectors/upload", { title: "Items", is_public: true, dsl });
    const connection = await ask(owner, "POST", "/api/connectors/activate", {
      connector_id: connector.id,
      auth_data: {},
    });
    const { status } = await ask(owner, "POST", `/api/connectors/run/${connection.id}`);
    if (status !== "success") throw new Error(`The run ended ${status}`);
    await ask(guest, "GET", "/api/users/me");
    return {
      ...{ password: PASSWORD, owner: "owner@example.org", guest: "guest@example.org", key },
      datasets: (["Kept", "Shared"] as const).map((title) => ({
        ...{ id: made[title].id, title, table: made[title].table_name, csv: TABLES[title] },
      })),
      ...{ shared: made["Shared"].id, deleted: made["Deleted"].id, connection: connection.id },
    };
  } finally {
    await api.close();
  }
}

type Session = { readonly url: string; readonly cookie: string };

async function signUp({ url, mailsTo }: Server, email: string): Promise<Session> {
  const visitor = { url, cookie: "" };
  await ask(visitor, "POST", "/api/users/register", { name: email.split("@")[0], email, password: PASSWORD });
  const mail = await patiently(async () => (await mailsTo(email))[0]);
  await ask(visitor, "GET", `/api/users/verify-email/${/verify-email\/([\w-]+)/.exec(mail)?.[1] ?? ""}`);
  const response = await patiently(async () => {
    const answer = await send(visitor, "POST", "/api/users/login", { email, password: PASSWORD });
    return answer.status === 200 ? answer : undefined;
  });
  const cookie = response.headers.getSetCookie().map((each) => each.split(";")[0]);
  return { url, cookie: cookie.join("; ") };
}

async function upload(session: Session, title: string, csv: string) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ title, is_public: String(title === "Kept") }))
    form.append(field, value);
  form.append("file", new Blob([csv]), "table.csv");
  return ask(session, "POST", "/api/assets/upload-csv", form);
}

async function ask(
  session: Session,
  method: string,
  target: string,
  body?: unknown,
): Promise<ReturnType<typeof JSON.parse>> {
  const response = await send(session, method, target, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${text}`);
  return JSON.parse(text);
}

function send({ url, cookie }: Session, method: string, target: string, body?: unknown): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(url + target, {
    method,
    headers: {
      cookie,
      "sec-fetch-site": "same-origin",
      ...(isForm || body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
}

async function patiently<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 240; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(250);
  }
  throw new Error("It did not come within a minute");
}
