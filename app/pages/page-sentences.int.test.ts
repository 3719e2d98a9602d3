import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { follow, postForm } from "#testing/servers/form-client.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let author: Person;
let guest: Person;
let first: string;
let second: string;
let dataset: string;

const definition = { protocol: "rest", operations: [{ id: "rows", url: "https://api.example.org/rows" }] };

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  author = await product.person("Author", 3);
  guest = await product.person("Guest", 3);
  dataset = (await author.upload("town\nBern\n", { title: "Towns" })).json.id;
  first = (await author.post("/api/connectors/upload", { title: "Rows", is_public: true, dsl: definition })).json.id;
  await guest.post("/api/connectors/activate", { connector_id: first });
  const draft = (await author.post("/api/connectors/draft", { parent_id: first })).json.connector.id as string;
  second = (await author.post(`/api/connectors/${draft}/publish`)).json.id;
  await author.post("/api/connectors/draft", { parent_id: second });
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const visitor = () => ({ call: product.call, cookie: "" });
const see = async (who: Pick<Person, "call" | "cookie">, path: string) =>
  (await follow(who, await who.call("GET", path))).page;

describe("a visitor reads", () => {
  test.each([
    ["/connector-setup", "Invalid connector ID."],
    ["/dataset_profile/none", "Item not found"],
    ["/connector_profile/none", "Item not found"],
    ["/dataset_profile/none", "You may have to log in to see this."],
    ["/datastore?q=nothing-has-this-name", "No results found"],
    ["/datastore", "DataStore | Discover Data & API Connectors"],
    ["/datastore", "Towns"],
    ["/datastore?type=dataset", "Clear Filter"],
    ["/datastore", "Add Dataset"],
    ["/manage", "Please log in to access this page."],
    ["/upload", "Please log in to access this page."],
    ["/account", "Please log in to access this page."],
    ["/verify-email/none", "Verifying your email..."],
    ["/", "Beta 1.03"],
    ["/imprint", "March 2025"],
    ["/documentation", "September 2025"],
  ])("on %s: %s", async (path, sentence) => expect(await see(visitor(), path)).toContain(sentence));

  test("on the landing page: lines that open a table by its one address, and print its first rows", async () => {
    const page = await see(visitor(), "/");
    expect(page).toMatch(/\/d\/\w+\.csv/);
    expect(page).toContain("print(df.head())");
    expect(page).not.toContain("/api/stream/data");
  });

  test("on a dataset: a sample, and that there is more", async () => {
    const page = await see(visitor(), `/dataset_profile/${dataset}`);
    expect(page).toContain("Sample Data Preview");
    expect(page).toContain("Limited preview, full dataset requires access");
  });

  test("which field of a call they have to fill in", async () => {
    const page = await see(visitor(), "/api-documentation/open?call=/api/assets/%7Bid%7D");
    expect(page).toContain("Fill in id to try this call.");
  });

  test("that an address could not be verified", async () => {
    const { location, page } = await postForm(visitor(), `/verify-email/${"x".repeat(43)}`, {});
    expect([location, page]).toEqual(["/register", expect.stringContaining("Verification failed")]);
  });
});

describe("a user reads", () => {
  test.each([
    ["/manage?tab=active", "No active connectors yet."],
    ["/manage?tab=active", "No accessible datasets yet."],
    ["/manage?tab=active", "Find more"],
    ["/manage?tab=stream", "No key yet."],
    ["/manage?tab=uploaded", "Upload Dataset"],
    ["/manage?tab=uploaded", "Create Connector"],
    ["/upload?tab=dataset", "Publish Dataset"],
    ["/upload?tab=connector", "Publish Connector"],
  ])("before anything is connected, on %s: %s", async (path, sentence) => {
    const newcomer = await product.person(`Newcomer of ${sentence}`.replace(/[^a-z ]/gi, ""));
    expect(await see(newcomer, path)).toContain(sentence);
  });

  test("that a newer version is there", async () => {
    expect(await see(guest, `/connector_profile/${first}`)).toContain("You're connected to v1. Consider upgrading.");
  });

  test("which version is deprecated, and which is a draft of their own", async () => {
    expect(await see(guest, `/connector_profile/${first}`)).toContain("Deprecated");
    expect(await see(author, `/connector_profile/${second}`)).toContain("Draft");
    expect(await see(guest, `/connector_profile/${second}`)).not.toContain("Draft");
  });

  test("that nobody new can connect to an inactive connector", async () => {
    await postForm(author, `/connector_profile/${second}`, { intent: "deactivate" });
    const page = await see(visitor(), `/connector_profile/${second}`);
    expect(page).toContain("Inactive");
    expect(page).toContain("This connector is inactive and cannot accept new connections.");
  });

  test("that the definition of a connector cannot be read", async () => {
    const upload = { title: "Damaged", is_public: true, dsl: definition };
    const { id } = (await author.post("/api/connectors/upload", upload)).json as { id: string };
    // As if an older version of the language had taken it.
    await db.pool.query(`UPDATE model_catalogue.connectors SET definition = '{"protocol":"soap"}' WHERE id = $1`, [id]);
    for (const intent of ["save", "run", "test-read"])
      expect((await postForm(author, `/connector_profile/${id}`, { intent })).page).toContain(
        "Failed to load connector definition",
      );
  });

  test("that the session has ended", async () => {
    const person = await product.person("Expired");
    await person.post("/api/users/logout");
    expect(await see(person, "/manage")).toContain("Session expired. Please log in again.");
  });
});
