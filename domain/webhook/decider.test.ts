import { expect, test } from "vitest";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { given } from "../core/spec.ts";
import { MAX_WEBHOOKS, webhookUrl } from "../core/webhooks/webhooks.ts";
import { webhooks } from "./decider.ts";
import type { WebhookEvent } from "./events.ts";

const ref = { userId: "u-ada", webhookId: "w-1" };
const settings = { url: "https://example.org/hook", kinds: ["run.failed" as const], itemId: null };
const created: WebhookEvent = { type: "WebhookCreated", data: { ...ref, ...settings, secretId: "s-1" } };
const create = { type: "create", ...ref, ...settings, secretId: "s-1" } as const;

test("kinds are stored once each, in one order; a webhook without any is refused", () => {
  const kinds = ["schema.changed", "run.failed", "schema.changed"] as const;
  expect(given(webhooks).when({ ...create, kinds })).toEqual(
    emit({
      type: "WebhookCreated",
      data: { ...created.data, kinds: ["run.failed", "schema.changed"] },
    }),
  );
  const refusal = refuse({ code: "webhook-kinds-missing" });
  expect(given(webhooks).when({ ...create, kinds: [] })).toEqual(refusal);
  expect(given(webhooks, created).when({ type: "change", ...ref, ...settings, kinds: [] })).toEqual(refusal);
});

test(`a user has at most ${MAX_WEBHOOKS} webhooks; a deleted one makes room`, () => {
  const most = Array.from({ length: MAX_WEBHOOKS }, (_, at): WebhookEvent => ({
    ...created,
    data: { ...created.data, webhookId: `w-${at}` },
  }));
  const another = { ...create, webhookId: "new" };
  expect(given(webhooks, ...most).when(another)).toEqual(refuse({ code: "webhooks-used-up", limit: MAX_WEBHOOKS }));
  const deleted: WebhookEvent = { type: "WebhookDeleted", data: ref };
  expect(given(webhooks, ...most, deleted).when(another)).toMatchObject({ ok: true });
});

test("a change that changes nothing writes nothing", () => {
  const change = { type: "change", ...ref, ...settings } as const;
  expect(given(webhooks, created).when(change)).toEqual(emit());
  expect(given(webhooks, created).when({ ...change, itemId: "d-1" })).toEqual(
    emit({ type: "WebhookChanged", data: { ...ref, ...settings, kinds: [...settings.kinds], itemId: "d-1" } }),
  );
});

test("a rotated secret replaces the one before; the same one again writes nothing", () => {
  const previousUntil = "2027-01-02T00:00:00.000Z";
  const rotate = { type: "rotate-secret", ...ref, secretId: "s-2", previousUntil } as const;
  const rotated: WebhookEvent = { type: "WebhookSecretRotated", data: { ...ref, secretId: "s-2", previousUntil } };
  expect(given(webhooks, created).when(rotate)).toEqual(emit(rotated));
  expect(given(webhooks, created, rotated).when(rotate)).toEqual(emit());
});

test("a webhook is switched off once, keeps why, and on again", () => {
  const off: WebhookEvent = { type: "WebhookDisabled", data: { ...ref, reason: "gone" } };
  expect(given(webhooks, created).when({ type: "disable", ...ref, reason: "gone" })).toEqual(emit(off));
  expect(given(webhooks, created, off).when({ type: "disable", ...ref, reason: "owner" })).toEqual(emit());
  expect(given(webhooks, created).when({ type: "enable", ...ref })).toEqual(emit());
  const on: WebhookEvent = { type: "WebhookEnabled", data: ref };
  expect(given(webhooks, created, off).when({ type: "enable", ...ref })).toEqual(emit(on));
});

test("a deleted webhook is unknown to every command", () => {
  const deleted: WebhookEvent = { type: "WebhookDeleted", data: ref };
  expect(given(webhooks, created).when({ type: "delete", ...ref })).toEqual(emit(deleted));
  for (const type of ["delete", "enable"] as const)
    expect(given(webhooks, created, deleted).when({ type, ...ref })).toEqual(refuse({ code: "webhook-unknown" }));
});

test("an address of a webhook is http or https, without a user, a password or a fragment", () => {
  expect(webhookUrl(" https://Example.org/a?b=c#d ")).toBe("https://example.org/a?b=c");
  for (const text of [
    "",
    "example.org",
    "ftp://example.org/",
    "https://ada:pw@example.org/",
    `https://e.org/${"x".repeat(1_000)}`,
  ])
    expect(webhookUrl(text), text).toBeNull();
});
