import { expect, test } from "vitest";
import { connector } from "../../connector/decider.ts";
import { causeOf, person, useCasePorts, valueOf } from "#testing/use-case-ports.ts";
import { step } from "../step.ts";
import { aggregate } from "../../core/aggregate.ts";
import { createDraft } from "./create-draft.ts";
import { publishDraft } from "./publish-draft.ts";
import { saveDraft } from "./save-draft.ts";
import { draft } from "../../draft/decider.ts";

const { ports } = await useCasePorts();
const ada = await person(ports);

const DEFINITION = { protocol: "rest", operations: [{ id: "items", url: "https://api.example.org/items" }] };
const content = {
  title: "Weather",
  description: "",
  category: "API",
  apiDocUrl: null,
  isPublic: true,
  definitionText: JSON.stringify(DEFINITION),
};

async function draftOf(): Promise<string> {
  return (await valueOf(createDraft(ports, { written: content, by: ada }, causeOf()))).draftId;
}

/** What a process leaves if it dies between publishing the version and closing the draft. */
async function publishedHalfWay(draftId: string): Promise<string> {
  const rootId = ports.ids.derive(draftId, "version");
  const { definitionText: _, ...card } = content;
  await aggregate(ports.log, connector).handle(
    rootId,
    {
      type: "publish-version",
      ...card,
      definition: DEFINITION,
      rootId,
      connectorId: rootId,
      by: ada,
      parentId: null,
    },
    step(causeOf(), "publish"),
  );
  return rootId;
}

const publish = (draftId: string) => valueOf(publishDraft(ports, { draftId, by: ada }, causeOf()));
const versions = async (rootId: string) =>
  (await aggregate(ports.log, connector).load(rootId)).versions.map(({ version, title, connectorId, parentId }) => ({
    version,
    title,
    connectorId,
    parentId,
  }));

test("after a crash between version and draft the same content is published once", async () => {
  const draftId = await draftOf();
  const rootId = await publishedHalfWay(draftId);
  expect(await publish(draftId)).toEqual({ rootId, connectorId: rootId });
  expect(await publish(draftId)).toEqual({ rootId, connectorId: rootId });
  expect(await versions(rootId)).toHaveLength(1);
  expect((await aggregate(ports.log, draft).load(draftId)).status).toBe("published");
});

test("what was edited after such a crash becomes the next version, however many calls publish it", async () => {
  const draftId = await draftOf();
  const rootId = await publishedHalfWay(draftId);
  await saveDraft(ports, { draftId, written: { title: "Weather and wind" }, by: ada }, causeOf());
  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => publish(draftId)));
  expect(first?.connectorId).not.toBe(rootId);
  expect(others).toEqual(others.map(() => first));
  expect(await versions(rootId)).toEqual([
    { version: 1, title: "Weather", connectorId: rootId, parentId: null },
    { version: 2, title: "Weather and wind", connectorId: first?.connectorId, parentId: rootId },
  ]);
  expect(await publish(draftId)).toEqual(first);
});

test("an edit that comes while a version is published keeps the draft open", async () => {
  const draftId = await draftOf();
  const rootId = ports.ids.derive(draftId, "version");
  const log = {
    ...ports.log,
    append: (async (...args: Parameters<typeof ports.log.append>) => {
      const appended = await ports.log.append(...args);
      if (args[0] === connector.stream(rootId))
        await saveDraft(ports, { draftId, written: { title: "Edited meanwhile" }, by: ada }, causeOf());
      return appended;
    }) as typeof ports.log.append,
  };
  expect(await publishDraft({ ...ports, log }, { draftId, by: ada }, causeOf())).toMatchObject({
    ok: true,
    value: { connectorId: rootId },
  });
  expect(await aggregate(ports.log, draft).load(draftId)).toMatchObject({
    status: "open",
    content: { title: "Edited meanwhile" },
  });
  await publish(draftId);
  expect((await versions(rootId)).map(({ title }) => title)).toEqual(["Weather", "Edited meanwhile"]);
});
