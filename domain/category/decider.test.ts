import { describe, expect, test } from "vitest";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { given } from "../core/spec.ts";
import { categories, MAX_CATEGORIES } from "./decider.ts";
import { type CategoryEvent, FIRST_CATEGORIES } from "./events.ts";

const added = (name: string): CategoryEvent => ({ type: "CategoryAdded", data: { name } });

test("an empty log has the categories of the specification", () => {
  expect(given(categories).state.names).toEqual([
    ...["API", "Finance", "Marketing", "Science", "Technology", "Environment", "Health", "Transport", "Other"],
  ]);
});

test("is added with a clean name", () => {
  expect(given(categories).when({ type: "add", name: "  Public   sector " })).toEqual(emit(added("Public sector")));
  expect(given(categories, added("Public sector")).state.names).toContain("Public sector");
});

test.each(["", "   ", "…", "a\u0007b", "x".repeat(41), "All", " all "])("cannot be called %j", (name) => {
  const invalid = refuse({ code: "category-name-invalid" });
  expect(given(categories).when({ type: "add", name })).toEqual(invalid);
  expect(given(categories).when({ type: "rename", name: "Health", to: name })).toEqual(invalid);
});

test.each(["Finance", "finance", "ＡＰＩ"])("exists once: %s", (name) => {
  const taken = refuse({ code: "category-exists" });
  expect(given(categories).when({ type: "add", name })).toEqual(taken);
  expect(given(categories).when({ type: "rename", name: "Health", to: name })).toEqual(taken);
});

test("there are so many at most", () => {
  const many = Array.from({ length: MAX_CATEGORIES - FIRST_CATEGORIES.length }, (_, at) => added(`Number ${at}`));
  const oneMore = { type: "add", name: "One more" } as const;
  expect(given(categories, ...many.slice(1)).when(oneMore)).toMatchObject({ ok: true });
  expect(given(categories, ...many).when(oneMore)).toEqual(refuse({ code: "too-many-categories" }));
});

describe("renaming and removing", () => {
  const renamed: CategoryEvent = { type: "CategoryRenamed", data: { name: "Finance", to: "Money" } };
  const removed: CategoryEvent = { type: "CategoryRemoved", data: { name: "Health", to: "Other" } };

  test("keeps the place of a renamed one", () => {
    expect(given(categories).when({ type: "rename", name: "Finance", to: " Money" })).toEqual(emit(renamed));
    expect(given(categories, renamed).state.names.slice(0, 3)).toEqual(["API", "Money", "Marketing"]);
    expect(given(categories).when({ type: "rename", name: "Finance", to: "Finance" })).toEqual(emit());
    expect(given(categories).when({ type: "rename", name: "Finance", to: "FINANCE" })).toMatchObject({ ok: true });
  });

  test("removes it once", () => {
    const remove = { type: "remove", name: "Health" } as const;
    expect(given(categories).when(remove)).toEqual(emit(removed));
    expect(given(categories, removed).state.names).not.toContain("Health");
    expect(given(categories, removed).when(remove)).toEqual(refuse({ code: "category-missing" }));
  });

  test.each(["API", "Other"])("leaves %s, which items without a choice are in", (name) => {
    const fixed = refuse({ code: "category-fixed" });
    expect(given(categories).when({ type: "remove", name })).toEqual(fixed);
    expect(given(categories).when({ type: "rename", name, to: "Else" })).toEqual(fixed);
  });

  test("knows no category that was renamed or never there", () => {
    const missing = refuse({ code: "category-missing" });
    expect(given(categories, renamed).when({ type: "remove", name: "Finance" })).toEqual(missing);
    expect(given(categories).when({ type: "rename", name: "Nothing", to: "Else" })).toEqual(missing);
  });
});
