import { describe, expect, test } from "vitest";
import { answering, ok, pullFrom } from "#testing/pull.ts";

const warningsOf = async (operation: object, items: object[], more: object = {}) => {
  const { result } = await pullFrom(
    { operations: [{ id: "items", url: "https://api.test/items", ...operation }], ...more },
    () => ok(items),
  );
  return { status: result.status, warnings: result.warnings };
};

describe("what a definition names and no row has", () => {
  test("a cursor field", async () => {
    const incremental = { cursor_field: "changed.at", start_param: "since" };
    expect(await warningsOf({ incremental }, [{ id: 1, changed: {} }])).toEqual({
      status: "success",
      warnings: ['No row has "changed.at", which cursor_field names: the next run reads from the same place again.'],
    });
    expect((await warningsOf({ incremental }, [{ id: 1 }, { id: 2, changed: { at: "2025-01-01" } }])).warnings).toEqual(
      [],
    );
  });

  test("a declared column, but not one that is there and empty", async () => {
    const columns = [{ name: "id" }, { name: "city", path: "address.town" }, { name: "source", value: "here" }];
    expect((await warningsOf({ columns }, [{ id: 1, address: { city: "Bern" } }])).warnings).toEqual([
      'No row has anything at "address.town", so the column "city" is empty.',
    ]);
    for (const address of [{ town: null }, null, { town: "Bern" }])
      expect((await warningsOf({ columns }, [{ id: 1, address }])).warnings).toEqual([]);
  });

  test("a key for merging", async () => {
    expect((await warningsOf({ write_disposition: "merge" }, [{ id: 1 }])).warnings).toEqual([
      "write_disposition is merge, but there is no primary_key: rows that come again are added again.",
    ]);
    expect((await warningsOf({ write_disposition: "merge", primary_key: "id" }, [{ id: 1 }])).warnings).toEqual([]);
  });

  test("is not looked for where there are no rows", async () => {
    expect(
      (
        await warningsOf(
          { incremental: { cursor_field: "at" }, write_disposition: "merge", columns: [{ name: "a", path: "b" }] },
          [],
        )
      ).warnings,
    ).toEqual([]);
  });
});

describe("rows of a child", () => {
  const child = (more: object, tasks: (project: number) => object[]) =>
    pullFrom(
      {
        base_url: "https://api.test",
        operations: [
          { id: "projects", url: "/projects" },
          { id: "tasks", url: "/projects/{id}/tasks", for_each: { id: "projects.id" }, ...more },
        ],
      },
      answering({
        "GET /projects": ok([{ id: 71 }, { id: 72 }]),
        "GET /projects/71/tasks": ok(tasks(71)),
        "GET /projects/72/tasks": ok(tasks(72)),
      }),
    ).then(({ result }) => result.warnings);

  test("that nothing ties to their parent: the run warns", async () => {
    expect(await child({}, () => [{ id: 1, title: "a" }])).toEqual([
      'tasks: Nothing in these rows says which row of "projects" they belong to. include_from_parent can add it.',
    ]);
  });

  test("that have the parent's key of their own or are given it", async () => {
    expect(await child({}, (project) => [{ id: 1, project_id: project }])).toEqual([]);
    expect(await child({ include_from_parent: ["id"] }, () => [{ id: 1 }])).toEqual([]);
    expect(await child({ columns: [{ name: "id" }, { name: "project", value: "{id}" }] }, () => [{ id: 1 }])).toEqual(
      [],
    );
  });
});
