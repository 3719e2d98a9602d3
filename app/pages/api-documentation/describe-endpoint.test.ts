import { expect, test } from "vitest";
import { endpoints } from "../../api/endpoints.ts";
import { nameOf } from "../../http/json-api/endpoint.ts";
import { describeEndpoint } from "./describe-endpoint.ts";

const lines = new Map(endpoints.map((each) => [nameOf(each), describeEndpoint(each)]));

test.each([
  [
    "POST /api/users/register",
    "anyone",
    "name, email, password, terms?",
    "201 { message }, a mail with a link is on its way",
  ],
  ["GET /api/users/me", "logged in", "none", "{ id, name, email, plan, api_key, roles }"],
  ["PATCH /api/users/plan", "logged in", "plan", "{ plan }"],
  ["POST /api/dev/apikey", "logged in", "email (your own)", "{ api_key }, the key before stops working"],
  [
    "GET /api/assets",
    "anyone",
    "page? (A page by its number, within the first 10,000 items; X-Total-Count is sent.), limit? (Items on a page; more than 100 count as 100.), after? (A cursor of a Link header: the page after it.), before? (A cursor of a Link header: the page before it.), total? (true: X-Total-Count is sent.), search? (Words of title, keywords, columns, category, author or description.), category? (Only items of this category, or of these.), sort? (The order. relevance is for searches. Another order than newest is made of the newest 500 matches of a search.), updated_since? (Only items whose rows or card have changed since then.), license? (Only datasets with this licence, or with one of these.), updated_within? (Only datasets whose newest rows came since the beginning of the day (UTC) that was so long ago.)",
    "the datasets you may see",
  ],
  ["DELETE /api/assets/{id}", "the owner", "none", "{ message, deleted }"],
  [
    "POST /api/connectors/draft",
    "logged in",
    "parent_id?, title?, description?, category?, api_doc_url?, is_public?, price?, dsl?",
    "200 { connector }, of a draft that was open already; 201 of a new draft",
  ],
])("%s is told in words", (name, who, fields, answer) => {
  const line = lines.get(name)!;
  expect([line.who, line.fields, line.answer]).toEqual([who, fields, answer]);
});

test("filters of a stream are named", () => {
  expect(lines.get("GET /d/{file}")?.fields).toMatch(/, filters$/);
});
