import { randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { keepPage } from "./kept-page.ts";

const nonce = () => randomBytes(16).toString("base64");
const words = fc.array(fc.constantFrom("<script nonce=", "</script>", "Rainfall ", "Zürich ", "…", "a", "AAAA", " "), {
  maxLength: 400,
});

test("a kept page is what was rendered, with the nonce of each answer, plain and compressed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 6 }), async (parts) => {
      const [first, second] = [nonce(), nonce()];
      const pageWith = (each: string) => parts.map((part) => part.join("")).join(each);
      const kept = await keepPage(pageWith(first), first);
      for (const each of [first, second]) {
        expect(kept?.plain(each).toString()).toBe(pageWith(each));
        expect(gunzipSync(kept?.gzip(each) ?? "").toString()).toBe(pageWith(each));
      }
    }),
  );
});

test("text after a nonce may look like the nonce that was rendered first", async () => {
  const first = nonce();
  const page = (each: string) => `<p>${"x".repeat(40_000)}</p><i nonce="${each}">${first.slice(0, 20)}</i>`;
  const kept = await keepPage(page(first), first);
  const other = nonce();
  expect(gunzipSync(kept?.gzip(other) ?? "").toString()).toBe(page(other));
});

test("data that repeats the page is compressed as one text with it", async () => {
  const text = Array.from({ length: 400 }, () => randomBytes(9).toString("base64")).join(" ");
  const first = nonce();
  const kept = await keepPage(`<p>${text}</p><script nonce="${first}">${text}</script>`, first);
  expect(kept?.gzip(first).length).toBeLessThan(text.length * 1.1);
});

test("a page with a NUL character is not kept", async () => {
  expect(await keepPage("a\0b", nonce())).toBeNull();
});
