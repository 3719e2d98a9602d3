import type { Pages } from "../browser/pages.ts";
import type { Outcome } from "../http/answers.ts";
import { type HttpCalls, outcome } from "../http/http-calls.ts";

/** What an editor enters. */
export type Post = {
  readonly title: string;
  readonly slug: string;
  readonly type: "update" | "use_case" | "whitepaper";
  readonly content: string;
};

/** What people do in the blog. */
export type Blog = {
  publishPost(post: Post): Promise<Outcome>;
  /** The titles of the posts that a search finds. */
  searchBlog(words: string, type: Post["type"] | null): Promise<readonly string[]>;
  /** The text of a post; null if this person does not see it. */
  readPost(slug: string): Promise<string | null>;
  /** Likes a post, or takes the like back. */
  pressLike(slug: string): Promise<Outcome>;
  likesOf(slug: string): Promise<number>;
  mayWritePosts(): Promise<boolean>;
};

const withoutTags = (html: string) => html.replace(/<[^>]*>/g, "");

/** The same by calls of the API. */
export function httpBlog({ call, post }: HttpCalls): Blog {
  const read = async (slug: string) => {
    const { status, json } = await call("GET", `/api/blog/${slug}`);
    return status === 200 ? json : null;
  };
  return {
    async publishPost(written) {
      const answer = await post("/api/blog", written);
      return answer.status === 201 ? { ok: true, said: "Post created!" } : outcome(answer);
    },
    async searchBlog(words, type) {
      const more = type === null ? "" : `&type=${type}`;
      const { json } = await call("GET", `/api/blog?search=${encodeURIComponent(words)}${more}`);
      return json.map(({ title }) => title);
    },
    async readPost(slug) {
      const found = await read(slug);
      return found && withoutTags(found.content);
    },
    pressLike: async (slug) => outcome(await post(`/api/blog/${slug}/like`)),
    likesOf: async (slug) => (await read(slug))?.likes ?? NaN,
    mayWritePosts: async () => (await post("/api/blog", { title: "", slug: "" })).status !== 403,
  };
}

/** The same on the pages of the blog. */
export function browserBlog({ javascript, window, at }: Pages): Blog {
  return {
    async publishPost({ title, slug, type, content }) {
      const { page, send } = await at("/blog/new");
      await page.getByLabel("Title", { exact: true }).fill(title);
      await page.getByLabel("Slug", { exact: true }).fill(slug);
      await page.getByLabel("Type", { exact: true }).selectOption(type);
      if (javascript) await page.getByRole("button", { name: "Raw HTML" }).click();
      await page.getByRole("textbox", { name: "Content" }).fill(content);
      return send(page.getByRole("button", { name: "Publish" }));
    },
    async searchBlog(words, type) {
      const { page } = await at(`/blog?search=${encodeURIComponent(words)}${type === null ? "" : `&type=${type}`}`);
      return page.locator(".post-card h2").allInnerTexts();
    },
    async readPost(slug) {
      const shown = await window();
      return (await shown.open(`/blog/${slug}`)) === 200 ? shown.page.locator(".post-body").innerText() : null;
    },
    async pressLike(slug) {
      const { page, send } = await at(`/blog/${slug}`);
      return send(page.getByRole("button", { name: /^Like / }));
    },
    async likesOf(slug) {
      const { page } = await at(`/blog/${slug}`);
      return Number.parseInt(await page.getByRole("button", { name: /^Like / }).innerText(), 10);
    },
    mayWritePosts: async () => (await (await window()).open("/blog/new")) === 200,
  };
}
