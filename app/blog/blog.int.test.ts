import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { follow } from "#testing/servers/form-client.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
/** Has the role admin, which counts as editor. */
let editor: Person;
let reader: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "editor@example.org" } });
  [editor, reader] = await Promise.all([product.person("Editor"), product.person("Reader")]);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const form = (fields: Record<string, string>) => ({
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});
const written = (slug: string, more: object = {}) => ({
  ...{ title: `About ${slug}`, slug, type: "update", content: "<p>Text</p>" },
  ...more,
});
const slugs = ({ json }: { json: { slug: string }[] }) => json.map(({ slug }) => slug);

test("the starter posts are there, with links on the landing page and on /use-cases", async () => {
  const landing = await product.call("GET", "/");
  const useCases = await product.call("GET", "/use-cases");
  const listed = slugs(await product.call("GET", "/api/blog?type=use_case"));
  expect(listed).toHaveLength(4);
  for (const slug of listed) {
    for (const page of [landing, useCases]) expect(page.text).toContain(`href="/blog/${slug}"`);
    expect((await product.call("GET", `/blog/${slug}`)).status).toBe(200);
  }
});

test("only editors write posts, in the API and on the pages", async () => {
  expect((await product.call("POST", "/api/blog", { body: written("by-nobody") })).status).toBe(401);
  const refused = await reader.post("/api/blog", written("by-a-reader"));
  expect([refused.status, refused.json]).toMatchObject([403, { error: "Only editors can write posts." }]);
  for (const path of ["/blog/new", "/blog/weather-beside-sales/edit"]) {
    expect((await reader.get(path)).status).toBe(403);
    expect((await reader.call("POST", path, form({ intent: "publish", title: "T", slug: "t" }))).status).toBe(403);
    expect((await editor.get(path)).status).toBe(200);
  }
  expect((await editor.get("/blog/none/edit")).status).toBe(404);
});

test("HTML that is nested too deeply to be read is refused", { timeout: 60_000 }, async () => {
  const refused = await editor.post("/api/blog", written("deep", { content: "<b>".repeat(20_000) }));
  expect([refused.status, refused.json.error]).toEqual([400, "The HTML is nested too deeply."]);
  expect((await editor.post("/api/blog", written("after-the-deep-one"))).status).toBe(201);
});

test.each([
  [{ title: " " }, 400, "Give the post a title."],
  [{ slug: "" }, 400, "Give the post a slug."],
  [{ slug: "Not a slug" }, 400, /^A slug has at most 100 lowercase letters/],
  [{ slug: "new" }, 400, /^A slug has/],
  [{ slug: "one-list-of-issues" }, 409, "Another post has the slug “one-list-of-issues”. Choose another one."],
  [
    { cover_image: "javascript:alert(1)" },
    400,
    "The cover image must be an address that begins with https://, without a user name or password.",
  ],
  [{ cover_image: "http://images.example/a.png" }, 400, /^The cover image/],
  [{ cover_image: "https://user:secret@images.example/a.png" }, 400, /^The cover image .* without a user name/],
  [{ cover_image: "https://user@images.example/a.png" }, 400, /^The cover image/],
  [
    { cover_image: "https://images.exa\nmple/a.png" },
    400,
    "cover_image must be one line: it has a line break (U+000A).",
  ],
  [{ title: "a\u0001" }, 400, "title must not have control characters: it has U+0001."],
  [{ title: "\u200b" }, 400, "title must have something to see."],
  [{ content: "<p>a\u0001</p>" }, 400, "content must not have control characters: it has U+0001."],
  [{ content: "x".repeat(100_001) }, 413, "The content may have at most 100,000 characters of HTML."],
])("a post with %j is refused with %i", async (wrong, status, error) => {
  const answer = await editor.post("/api/blog", written("refused", wrong));
  expect([answer.status, answer.json.error]).toEqual([
    status,
    typeof error === "string" ? error : expect.stringMatching(error),
  ]);
});

test("without JavaScript a refused form comes back whole, and a created post says so", async () => {
  const fields = {
    intent: "publish",
    title: "By form",
    slug: "weather-beside-sales",
    content: "<p>Kept &amp; safe</p>",
  };
  const refused = await editor.call("POST", "/blog/new", form(fields));
  expect(refused.status).toBe(409);
  for (const part of ["Error creating post.", "Another post has the slug", 'value="By form"', "Kept &amp;amp; safe"])
    expect(refused.text).toContain(part);
  const made = await editor.call("POST", "/blog/new", form({ ...fields, slug: "by-form" }));
  expect([made.status, made.headers.get("location")]).toEqual([302, "/blog/by-form"]);
  const flash = made.headers.getSetCookie().join();
  expect(decodeURIComponent(flash)).toMatch(/flash=/);
  expect((await editor.get("/api/blog/by-form")).json.content).toBe("<p>Kept &amp; safe</p>");
});

test("of editors who take a slug at the same moment one gets it", async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => editor.post("/api/blog", written("wanted", { title: `Take ${at}` }))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
});

test("a draft is for editors until it is published, and a changed slug is free again", async () => {
  const made = { title: "Draft", slug: "a-draft", type: "whitepaper", content: "<p>Soon</p>" };
  await editor.call("POST", "/blog/new", form({ ...made, intent: "save-draft" }));
  for (const [who, status] of [
    [product, 404],
    [reader, 404],
    [editor, 200],
  ] as const) {
    expect((await who.call("GET", "/blog/a-draft")).status).toBe(status);
    expect((await who.call("GET", "/api/blog/a-draft")).status).toBe(status);
  }
  expect(slugs(await reader.get("/api/blog?type=whitepaper"))).toEqual([]);
  expect(slugs(await editor.get("/api/blog?type=whitepaper"))).toEqual(["a-draft"]);
  expect((await reader.post("/api/blog/a-draft/like")).status).toBe(404);
  expect((await product.call("GET", "/blog/rss.xml")).text).not.toContain("a-draft");

  const edit = { ...made, slug: "a-paper", intent: "publish" };
  expect((await editor.call("POST", "/blog/a-draft/edit", form(edit))).headers.get("location")).toBe("/blog/a-paper");
  expect(slugs(await product.call("GET", "/api/blog?type=whitepaper"))).toEqual(["a-paper"]);
  expect((await product.call("GET", "/blog/a-draft")).status).toBe(404);
  expect((await editor.post("/api/blog", written("a-draft"))).status).toBe(201);
  await editor.call("POST", "/blog/a-paper/edit", form({ ...edit, intent: "save-draft" }));
  expect((await product.call("GET", "/blog/a-paper")).status).toBe(404);
});

test("an earlier slug of a published post leads to it until another post has it, and a deleted post is gone", async () => {
  const edit = (slug: string, to: string) =>
    editor.call(
      "POST",
      `/blog/${slug}/edit`,
      form({ intent: "publish", title: "Moved", slug: to, type: "update", content: "<p>Rare word quokka</p>" }),
    );
  await editor.post("/api/blog", written("first-slug"));
  await reader.post("/api/blog/first-slug/like");
  expect((await edit("first-slug", "second-slug")).status).toBe(302);
  expect((await edit("second-slug", "third-slug")).status).toBe(302);
  for (const slug of ["first-slug", "second-slug"]) {
    const moved = await product.call("GET", `/blog/${slug}`);
    expect([moved.status, moved.headers.get("location")]).toEqual([301, "/blog/third-slug"]);
    expect((await product.call("GET", `/api/blog/${slug}`)).json).toMatchObject({ slug: "third-slug", likes: 1 });
  }
  // Another post takes one of them.
  expect((await editor.post("/api/blog", written("first-slug"))).status).toBe(201);
  expect((await product.call("GET", "/blog/first-slug")).status).toBe(200);
  // A draft that moves tells nobody where it is.
  await editor.call(
    "POST",
    "/blog/new",
    form({ intent: "save-draft", title: "D", slug: "draft-a", content: "<p>x</p>" }),
  );
  await editor.call(
    "POST",
    "/blog/draft-a/edit",
    form({ intent: "save-draft", title: "D", slug: "draft-b", content: "<p>x</p>" }),
  );
  expect((await product.call("GET", "/blog/draft-a")).status).toBe(404);

  const remove = (who: Person, slug: string) => who.call("POST", `/blog/${slug}/edit`, form({ intent: "delete" }));
  expect((await remove(reader, "third-slug")).status).toBe(403);
  expect((await product.call("GET", "/blog/third-slug")).status).toBe(200);
  const gone = await remove(editor, "third-slug");
  expect([gone.status, gone.headers.get("location")]).toEqual([302, "/blog"]);
  expect((await follow(editor, gone)).page).toContain("Post deleted");
  for (const path of ["/blog/third-slug", "/blog/second-slug", "/api/blog/third-slug"])
    for (const who of [product, editor]) expect([path, (await who.call("GET", path)).status]).toEqual([path, 404]);
  expect((await reader.post("/api/blog/third-slug/like")).status).toBe(404);
  expect((await remove(editor, "third-slug")).status).toBe(404);
  expect(slugs(await product.call("GET", "/api/blog?search=quokka"))).toEqual([]);
  expect((await product.call("GET", "/blog/rss.xml")).text).not.toContain("third-slug");
  // Its slug is free.
  expect((await editor.post("/api/blog", written("third-slug"))).json.redirectUrl).toBe("/blog/third-slug");
  expect((await product.call("GET", "/api/blog/third-slug")).json.likes).toBe(0);
});

test("a hundred likes at once are one like at most, and each press of the button is one", async () => {
  await editor.post("/api/blog", written("liked"));
  await Promise.all(Array.from({ length: 100 }, () => reader.post("/api/blog/liked/like")));
  const { likes, liked } = (await reader.get("/api/blog/liked")).json;
  expect([likes === 1 || likes === 0, likes]).toEqual([true, liked ? 1 : 0]);
  const press = (intent: string) => reader.call("POST", "/blog/liked", form({ intent }));
  for (const intent of ["like", "like"]) expect((await press(intent)).headers.get("location")).toBe("/blog/liked");
  expect((await editor.post("/api/blog/liked/like")).json).toEqual({ likes: 2, liked: true });
  expect((await editor.post("/api/blog/liked/like")).json).toEqual({ likes: 1, liked: false });
  await press("unlike");
  expect((await reader.get("/api/blog/liked")).json).toMatchObject({ likes: 0, liked: false });
  const visitor = await product.call("POST", "/blog/liked", {
    ...form({ intent: "like" }),
    headers: { ...form({}).headers, "sec-fetch-site": "same-origin" },
  });
  expect(visitor.headers.get("location")).toBe("/login?redirect=%2Fblog%2Fliked");
});

test("a view is one for each reader, and neither reading by the API nor a look at the headers counts", async () => {
  await editor.post("/api/blog", written("viewed"));
  await product.call("GET", "/api/blog/viewed");
  await product.call("HEAD", "/blog/viewed");
  for (const who of [product, product, reader, editor, editor]) await who.call("GET", "/blog/viewed");
  expect((await product.call("GET", "/api/blog/viewed")).json.views).toBe(3);
  expect((await product.call("GET", "/blog/viewed")).text.replaceAll("<!-- -->", "")).toContain("3 views");
});

test("a search finds all its words in title and content, signs and capitals as they are", async () => {
  await editor.post(
    "/api/blog",
    written("hundred", { title: "A Hundred", content: "<p>100 % of <b>größe</b> &amp; more</p>" }),
  );
  await editor.post("/api/blog", written("other", { title: "Other", content: "<p>100 of it</p>", type: "whitepaper" }));
  const found = async (query: string) => slugs(await product.call("GET", `/api/blog?${query}`)).sort();
  expect(await found("search=100%20%25")).toEqual(["hundred"]);
  expect(await found("search=GR%C3%96SSE")).toEqual([]);
  expect(await found("search=GR%C3%96%E1%BA%9EE%20hundred")).toEqual(["hundred"]);
  expect(await found("search=100&type=whitepaper")).toEqual(["other"]);
  expect(await found("search=%3Cb%3E")).toEqual([]);
  const page = await product.call("GET", "/blog?search=hundred");
  expect([page.text.includes("/blog/hundred"), page.text.includes("/blog/other")]).toEqual([true, false]);
  expect((await product.call("GET", "/blog?search=nothingatall")).text).toContain("No posts found.");
  expect((await product.call("GET", "/api/blog?type=news")).status).toBe(400);
  const second = await product.call("GET", "/api/blog?limit=2&page=2");
  expect([second.json.length, Number(second.headers.get("x-total-count")) > 4]).toEqual([2, true]);
});

test("HTML that reached the read model unsanitised is sanitised when it is shown", async () => {
  await editor.post("/api/blog", written("poisoned", { content: "<p>Fine<script>alert(1)</script></p>" }));
  expect((await product.call("GET", "/api/blog/poisoned")).json.content).toBe("<p>Fine</p>");
  await db.pool.query("update model_posts.posts set html = $1 where slug = 'poisoned'", [
    '<p>Bad<img src=x onerror="alert(1)"></p>',
  ]);
  const page = await product.call("GET", "/blog/poisoned");
  expect(page.text).toContain("<p>Bad</p>");
  expect(page.text).not.toContain("onerror");
  expect((await product.call("GET", "/api/blog/poisoned")).json.content).toBe("<p>Bad</p>");
});

test("a post tells other sites its title and cover, and the feed has the newest posts", async () => {
  const cover = "https://images.example/a.png?x=1&y=2";
  await editor.post("/api/blog", written("shared", { title: "Rain & <snow>", cover_image: cover }));
  const { text } = await product.call("GET", "/blog/shared");
  const address = `http://localhost:${product.port}/blog/shared`;
  for (const [name, value] of [
    ["og:title", "Rain &amp; &lt;snow&gt; | Tributary"],
    ["og:description", "Text"],
    ["og:image", "https://images.example/a.png?x=1&amp;y=2"],
    ["og:url", address],
  ])
    expect(text).toContain(`<meta property="${name}" content="${value}"/>`);
  for (const site of ["https://www.linkedin.com/sharing/share-offsite/?url=", "https://x.com/intent/post?url="])
    expect(text).toContain(`href="${site}${encodeURIComponent(address)}`);
  const feed = await product.call("GET", "/blog/rss.xml");
  expect(feed.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  expect(feed.text).toContain(`<item><title>Rain &amp; &lt;snow&gt;</title><link>${address}</link>`);
});
