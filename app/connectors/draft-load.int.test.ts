import { afterAll, beforeAll, expect, it } from "vitest";
import { type Person, type Product, startProduct } from "#infra/testing-product.ts";

let product: Product;
let ada: Person;
let draftId: string;

beforeAll(async () => {
  product = await startProduct({ env: { NODE_OPTIONS: "--max-old-space-size=512" } });
  ada = await product.person("Ada");
  const made = await ada.post("/api/connectors/draft", { title: "Large", dsl: "{}" });
  draftId = made.json.connector.id;
}, 120_000);
afterAll(() => product?.remove());

/** 0.9 MB of JSON that takes many times its size when it is parsed. */
const large = (number: number) => `{"number":${number},"list":[${Array(225_000).fill("[1]").join(",")}]}`;
const save = (text: string) => ada.call("PATCH", `/api/connectors/${draftId}/draft`, { body: { dsl: text } });

it("a draft of 0.9 MB that is saved 128 times, then 50 times at once, and read 50 times at once, leaves the process alive", async () => {
  for (let number = 1; number <= 128; number += 1) {
    const saved = await save(large(number));
    expect(saved.status).toBe(200);
  }
  const told = (statuses: readonly number[]) => statuses.filter((status) => status !== 200 && status !== 503);
  const saves = await Promise.all(Array.from({ length: 50 }, (_, index) => save(large(1000 + index))));
  expect(told(saves.map(({ status }) => status))).toEqual([]);
  const reads = await Promise.all(Array.from({ length: 50 }, () => ada.get(`/api/connectors/${draftId}`)));
  expect(told(reads.map(({ status }) => status))).toEqual([]);
  const pages = await Promise.all(Array.from({ length: 50 }, () => ada.get(`/upload?edit=${draftId}`)));
  expect(told(pages.map(({ status }) => status))).toEqual([]);
  expect((await product.call("GET", "/readyz")).status).toBe(200);
  expect(product.process.exitCode).toBeNull();
}, 180_000);
