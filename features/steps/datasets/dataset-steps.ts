import assert from "node:assert/strict";
import { type DataTable, Given, Then, When } from "@cucumber/cucumber";
import { sheetRows, workbookFile } from "#testing/files/made/workbook-file.ts";
import type { By, ProductWorld } from "../../support/world.ts";

type Upload = {
  readonly name: string;
  readonly title: string;
  readonly csv: string | Uint8Array<ArrayBuffer>;
  readonly fileName?: string;
  readonly isPublic?: boolean;
  readonly by?: By;
};

async function upload(
  world: ProductWorld,
  { name, title, csv, fileName = "table.csv", isPublic = true, by = "driver" }: Upload,
): Promise<void> {
  const made = await world.person(name)[by].uploadDataset({ title: world.titled(title), fileName, csv, isPublic });
  world.outcome = made;
  if (made.ok) world.remember(title, made.id);
}

async function uploadWell(world: ProductWorld, sent: Upload): Promise<void> {
  await upload(world, sent);
  assertSucceeded(world);
}

function assertSucceeded(world: ProductWorld): void {
  assert.equal(world.outcome?.ok, true, world.outcome?.said);
}

function numberedRows(count: number): string {
  return ["station,level", ...Array.from({ length: count }, (_, at) => `Station ${at + 1},${at + 0.5}`)].join("\n");
}

When(
  "{word} uploads the dataset {string}",
  async function (this: ProductWorld, name: string, title: string, csv: string) {
    await upload(this, { name, title, csv });
  },
);

When(
  "{word} uploads a workbook as the dataset {string}",
  async function (this: ProductWorld, name: string, title: string, rows: DataTable) {
    const file = workbookFile({ sheets: [{ name: "Visitors", rows: sheetRows(rows.raw()) }], formats: [14] });
    await uploadWell(this, { name, title, csv: new Uint8Array(file), fileName: "visitors.xlsx" });
  },
);

When(
  "{word} uploads the private dataset {string}",
  async function (this: ProductWorld, name: string, title: string, csv: string) {
    await uploadWell(this, { name, title, csv, isPublic: false });
  },
);

When(
  "{word} uploads an empty file as the dataset {string}",
  async function (this: ProductWorld, name: string, title: string) {
    await upload(this, { name, title, csv: "" });
  },
);

Given(
  "{word} has uploaded the dataset {string}",
  async function (this: ProductWorld, name: string, title: string, csv: string) {
    await uploadWell(this, { name, title, csv, by: "before" });
  },
);

Given(
  "{word} has uploaded the dataset {string} with {int} rows",
  async function (this: ProductWorld, name: string, title: string, rows: number) {
    await uploadWell(this, { name, title, csv: numberedRows(rows), by: "before" });
  },
);

Given(
  "{word} has uploaded the private dataset {string} with {int} rows",
  async function (this: ProductWorld, name: string, title: string, rows: number) {
    await uploadWell(this, { name, title, csv: numberedRows(rows), isPublic: false, by: "before" });
  },
);

When("{word} takes access to {string}", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.takeAccess(this.id(title));
  assertSucceeded(this);
});

Given("{word} has taken access to {string}", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).before.takeAccess(this.id(title));
  assertSucceeded(this);
});

When("{word} leaves {string}", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.leave(this.id(title));
  assertSucceeded(this);
});

When("{word} deletes the dataset {string}", async function (this: ProductWorld, name: string, title: string) {
  this.outcome = await this.person(name).driver.deleteDataset(this.id(title));
  assertSucceeded(this);
});

When(
  "{word} shares {string} with {word}'s address",
  async function (this: ProductWorld, name: string, title: string, other: string) {
    this.outcome = await this.person(name).driver.share(this.id(title), this.person(other).email);
    assertSucceeded(this);
  },
);

const LAST_DAY = `${new Date().getUTCFullYear() + 2}-12-31`;

When(
  "{word} shares {string} with {word}'s address until the end of the year after next",
  async function (this: ProductWorld, name: string, title: string, other: string) {
    this.outcome = await this.person(name).driver.share(this.id(title), this.person(other).email, LAST_DAY);
    assertSucceeded(this);
  },
);

Then(
  "{word} sees on which day {word}'s access to {string} ends",
  async function (this: ProductWorld, name: string, other: string, title: string) {
    const ends = await this.person(name).driver.sharedUntil(this.id(title));
    assert.equal(ends.get(this.person(other).email)?.startsWith(LAST_DAY), true, JSON.stringify([...ends]));
  },
);

Then(
  "{word} sees the {int} rows of {string}",
  async function (this: ProductWorld, name: string, rows: number, title: string) {
    this.table = await this.person(name).driver.rows(this.id(title));
    assert.deepEqual([this.table.rows.length, this.table.total], [rows, rows]);
  },
);

Then(
  "{word} sees {int} of the {int} rows of {string}",
  async function (this: ProductWorld, name: string, shown: number, rows: number, title: string) {
    this.table = await this.person(name).driver.rows(this.id(title));
    assert.deepEqual([this.table.rows.length, this.table.total], [shown, rows]);
  },
);

Then("its column {string} reads {string}", function (this: ProductWorld, name: string, cells: string) {
  assert.equal(this.table?.rows.map((row) => row[name]).join(", "), cells);
});

Then(
  "{word} finds line {int} of {string} set aside because of {string}: {string}",
  async function (this: ProductWorld, name: string, line: number, title: string, reason: string, text: string) {
    const rows = await this.person(name).driver.rowsSetAside(this.id(title));
    assert.deepEqual(
      rows?.map((row) => [row.line, row.reason, row.text]),
      [[line, reason, text]],
    );
  },
);

Then(
  "{word} does not see which rows of {string} were set aside",
  async function (this: ProductWorld, name: string, title: string) {
    assert.equal(await this.person(name).driver.rowsSetAside(this.id(title)), null);
  },
);

Then("{int} row(s) of {string} is/are set aside", async function (this: ProductWorld, rows: number, title: string) {
  assert.equal(await this.person("Ana").driver.setAside(this.id(title)), rows);
});
