import { expect, test } from "vitest";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { given } from "../core/spec.ts";
import { accessRequest } from "./decider.ts";
import type { AccessRequestEvent } from "./events.ts";

const one = { datasetId: "d", userId: "ben" };
const ask = { type: "ask", ...one, ownerId: "ada", reason: "A study" } as const;
const asked: AccessRequestEvent = { type: "AccessRequested", data: { ...one, ownerId: "ada", reason: "A study" } };
const approve = { type: "approve", ...one, by: "ada", until: null } as const;
const refusal = { type: "refuse", ...one, by: "ada", note: "Not yet" } as const;
const withdraw = { type: "withdraw", ...one } as const;
const ends: readonly AccessRequestEvent[] = [
  { type: "AccessRequestApproved", data: { ...one, by: "ada", until: null } },
  { type: "AccessRequestRefused", data: { ...one, by: "ada", note: "Not yet" } },
  { type: "AccessRequestWithdrawn", data: one },
];

test("a user has one open request at a time", () => {
  expect(given(accessRequest).when(ask)).toEqual(emit(asked));
  expect(given(accessRequest, asked).when(ask)).toEqual(refuse({ code: "access-requested-already" }));
});

test("an open request is approved, refused or withdrawn, once", () => {
  expect([approve, refusal, withdraw].map((command) => given(accessRequest, asked).when(command))).toEqual(
    ends.map((event) => emit(event)),
  );
  for (const end of ends) {
    for (const command of [approve, refusal, withdraw])
      expect(given(accessRequest, asked, end).when(command)).toEqual(refuse({ code: "no-open-access-request" }));
    expect(given(accessRequest, asked, end).when(ask)).toEqual(emit(asked));
  }
});
