import path from "node:path";
import { type OutboxMail, outboxNames, readOutbox } from "#infra/mail/outbox.ts";
import { type Answer, type Ask, caller } from "./call.ts";
import { eventually } from "./eventually.ts";

const MAIL_WITHIN_MS = 60_000;

/** A logged-in user with a verified account. */
export type Person = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Uploads a CSV file, public by default, and returns the API's answer. */
  upload(
    csv: string | Uint8Array<ArrayBuffer>,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** A new streaming key; the previous one stops working. */
  key(): Promise<string>;
};

/** Where somebody signs up. */
type Server = {
  readonly url: string;
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
  mailsTo(email: string): Promise<string[]>;
};

/** Registers, verifies by the mailed link and logs in. */
export async function signUp(product: Server, name: string, plan: 1 | 2 | 3): Promise<Person> {
  const email = `${name.toLowerCase().replace(/[^a-z0-9]+/g, ".")}@example.org`;
  const password = "correct horse of the test";
  const expected = async (answer: Promise<Answer>, status: number) => {
    const { status: got, text } = await answer;
    if (got !== status) throw new Error(`Signing ${name} up: ${got} ${text}`);
  };
  await expected(product.call("POST", "/api/users/register", { body: { name, email, password } }), 201);
  const mail = await eventually(async () => (await product.mailsTo(email))[0], MAIL_WITHIN_MS, "No mail came");
  const token = /verify-email\/([\w-]+)/.exec(mail)?.[1] ?? "";
  await expected(product.call("GET", `/api/users/verify-email/${token}`), 200);
  // With a follower in a process of its own the verification may be visible a little later.
  const login = await eventually(
    async () => {
      const answer = await product.call("POST", "/api/users/login", { body: { email, password } });
      return answer.status === 200 && answer;
    },
    MAIL_WITHIN_MS,
    `${name} cannot sign in`,
  );
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const call = caller(product.url, { cookie, "sec-fetch-site": "same-origin" });
  const me = await call("GET", "/api/users/me");
  if (me.status !== 200) throw new Error(`Signing ${name} up: ${me.text}`);
  if (plan !== 1) await expected(call("PATCH", "/api/users/plan", { body: { plan } }), 200);
  return {
    id: me.json.id,
    name,
    email,
    password,
    cookie,
    call,
    get: (target) => call("GET", target),
    post: (target, body = {}, headers) => call("POST", target, { body, ...(headers ? { headers } : {}) }),
    async upload(csv, fields = {}, headers) {
      const form = new FormData();
      for (const [field, value] of Object.entries({ title: "Table", is_public: "true", ...fields }))
        form.append(field, value);
      form.append("file", new Blob([csv]), "table.csv");
      return call("POST", "/api/assets/upload-csv", { body: form, ...(headers ? { headers } : {}) });
    },
    async key() {
      const made = await call("POST", "/api/dev/apikey", { body: { email } });
      return made.json.api_key;
    },
  };
}

/** Mails by folder and file: many callers read repeatedly, and a stored mail does not change. */
const kept = new Map<string, Promise<OutboxMail | null>>();

/** The texts of the mails to an address, oldest first. */
export async function mailsTo(dataDir: string, email: string): Promise<string[]> {
  const ids = await outboxNames(dataDir);
  const mails = await Promise.all(
    ids.map((id) => {
      const file = path.join(dataDir, id);
      const mail = kept.get(file) ?? readOutbox(dataDir, id);
      kept.set(file, mail);
      return mail;
    }),
  );
  return mails.filter((mail) => mail?.to.includes(email)).map((mail) => mail?.text ?? "");
}
