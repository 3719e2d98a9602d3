import { describe, expect, test } from "vitest";
import { given } from "../core/spec.ts";
import type { UserCommand } from "./commands.ts";
import { user } from "./decider.ts";
import type { UserEvent } from "./events.ts";
import { PLANS } from "./plan.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";

const userId = "u-ada";
const registered: UserEvent = { type: "UserRegistered", data: { userId, name: "Ada", email: "ada@example.org" } };
const verified: UserEvent = { type: "UserVerified", data: { userId } };
const register = { type: "register", userId, name: "Ada", email: "ada@example.org", verified: false } as const;
const nothing = emit();

describe("registering", () => {
  test("makes an unverified user on the Free plan, without roles", () => {
    expect(given(user).when(register)).toEqual(emit(registered));
    expect(given(user, registered).state).toEqual({
      status: "unverified",
      id: userId,
      name: "Ada",
      email: "ada@example.org",
      plan: 1,
      roles: [],
      streamingKeyId: null,
    });
  });

  test("makes a verified user at once where the house vouches for the address", () => {
    expect(given(user).when({ ...register, verified: true })).toEqual(emit<UserEvent>(registered, verified));
  });

  test("happens once", () => {
    expect(given(user, registered).when(register)).toEqual(refuse({ code: "user-already-registered" }));
    expect(given(user, registered, verified).when(register)).toEqual(refuse({ code: "user-already-registered" }));
  });

  test("may be repeated until the address is verified, and keeps the plan", () => {
    const again = { type: "register-again", userId, name: "Ada L.", email: "ada@example.org" } as const;
    const renamed: UserEvent = { type: "UserRegistered", data: { userId, name: "Ada L.", email: "ada@example.org" } };
    expect(given(user, registered).when(again)).toEqual(emit(renamed));
    const upgraded: UserEvent = { type: "PlanChosen", data: { userId, plan: 2 } };
    expect(given(user, registered, upgraded, renamed).state).toMatchObject({
      status: "unverified",
      name: "Ada L.",
      plan: 2,
    });
    expect(given(user, registered, verified).when(again)).toEqual(refuse({ code: "user-already-registered" }));
  });
});

test("verifies once and takes a second visit of the link calmly", () => {
  expect(given(user, registered).when({ type: "verify", userId })).toEqual(emit(verified));
  expect(given(user, registered, verified).when({ type: "verify", userId })).toEqual(nothing);
  expect(given(user, registered, verified).state).toMatchObject({ status: "verified" });
});

test("takes another name, and does nothing when it is the same", () => {
  const renamed: UserEvent = { type: "UserRenamed", data: { userId, name: "Ada L.", previous: "Ada" } };
  const rename = { type: "rename", userId, name: "Ada L." } as const;
  expect(given(user, registered).when(rename)).toEqual(emit(renamed));
  expect(given(user, registered, renamed).when(rename)).toEqual(nothing);
  expect(given(user, registered, renamed).state).toMatchObject({ name: "Ada L.", email: "ada@example.org" });
});

test("moves to another address, and does nothing when it is the same", () => {
  const data = { userId, email: "ada@example.com", previous: "ada@example.org" };
  const changed: UserEvent = { type: "EmailChanged", data };
  const change = { type: "change-email", userId, email: "ada@example.com" } as const;
  expect(given(user, registered, verified).when(change)).toEqual(emit(changed));
  expect(given(user, registered, verified, changed).when(change)).toEqual(nothing);
  expect(given(user, registered, verified, changed).state).toMatchObject({ name: "Ada", email: "ada@example.com" });
});

test.each(["registered", "reset", "first", "changed"] as const)(
  "records that a password was set (%s), and nothing of it",
  (reason) => {
    const decision = given(user, registered).when({ type: "set-password", userId, reason });
    expect(decision).toEqual(emit({ type: "PasswordSet", data: { userId, reason } }));
  },
);

test("changes the plan, and does nothing when it is the same", () => {
  const pro: UserEvent = { type: "PlanChosen", data: { userId, plan: 2 } };
  expect(given(user, registered).when({ type: "choose-plan", userId, plan: 2 })).toEqual(emit(pro));
  expect(given(user, registered).when({ type: "choose-plan", userId, plan: 1 })).toEqual(nothing);
  expect(given(user, registered, pro).when({ type: "choose-plan", userId, plan: 2 })).toEqual(nothing);
  expect(given(user, registered, pro).state).toMatchObject({ plan: 2 });
});

test("grants a role once", () => {
  const editor: UserEvent = { type: "RoleGranted", data: { userId, role: "editor" } };
  expect(given(user, registered).when({ type: "grant-role", userId, role: "editor" })).toEqual(emit(editor));
  expect(given(user, registered, editor).when({ type: "grant-role", userId, role: "editor" })).toEqual(nothing);
  expect(given(user, registered, editor).when({ type: "grant-role", userId, role: "admin" })).toMatchObject(
    emit({ data: { role: "admin" } }),
  );
  expect(given(user, registered, editor).state).toMatchObject({ roles: ["editor"] });
});

test("removes a role once, which can be given again", () => {
  const editor: UserEvent = { type: "RoleGranted", data: { userId, role: "editor" } };
  const removed: UserEvent = { type: "RoleRemoved", data: { userId, role: "editor" } };
  const remove = { type: "remove-role", userId, role: "editor" } as const;
  expect(given(user, registered).when(remove)).toEqual(nothing);
  expect(given(user, registered, editor).when(remove)).toEqual(emit(removed));
  expect(given(user, registered, editor, removed).when(remove)).toEqual(nothing);
  expect(given(user, registered, editor, removed).state).toMatchObject({ roles: [] });
  expect(given(user, registered, editor, removed, editor).state).toMatchObject({ roles: ["editor"] });
});

test("replaces the streaming key; only the newest counts", () => {
  const first: UserEvent = {
    type: "StreamingKeyReplaced",
    data: { userId, keyId: "k1", prefix: "trib_a1", lastFour: "9xYz" },
  };
  const command = { type: "replace-streaming-key", userId, keyId: "k1", prefix: "trib_a1", lastFour: "9xYz" } as const;
  expect(given(user, registered).when(command)).toEqual(emit(first));
  const second: UserEvent = { type: "StreamingKeyReplaced", data: { ...first.data, keyId: "k2" } };
  expect(given(user, registered, first, second).state).toMatchObject({ streamingKeyId: "k2" });
});

test("a deleted account takes no other command, keeps what its job needs, and is erased once", () => {
  const deleted: UserEvent = { type: "AccountDeleted", data: { userId } };
  const erased: UserEvent = { type: "AccountErased", data: { userId } };
  expect(given(user, registered, verified).when({ type: "delete-account", userId })).toEqual(emit(deleted));
  expect(given(user, registered, verified).when({ type: "record-erasure", userId })).toEqual(nothing);
  const known = { name: "Ada", email: "ada@example.org" };
  expect(given(user, registered, verified, deleted).state).toEqual({ status: "absent", deleted: known });
  expect(given(user, registered, deleted).when({ type: "delete-account", userId })).toEqual(nothing);
  expect(given(user, registered, deleted).when({ type: "record-erasure", userId })).toEqual(emit(erased));
  expect(given(user, registered, deleted, erased).state).toEqual({ status: "absent", deleted: "erased" });
  for (const history of [[deleted], [deleted, erased]]) {
    const after = given(user, registered, verified, ...history);
    expect(after.when(register)).toEqual(refuse({ code: "user-already-registered" }));
    for (const command of needUser.filter(({ type }) => type !== "delete-account" && type !== "record-erasure"))
      expect(after.when(command)).toEqual(refuse({ code: "user-unknown" }));
  }
});

const needUser: readonly UserCommand[] = [
  { type: "register-again", userId, name: "Ada", email: "ada@example.org" },
  { type: "verify", userId },
  { type: "rename", userId, name: "Ada" },
  { type: "change-email", userId, email: "ada@example.com" },
  { type: "set-password", userId, reason: "reset" },
  { type: "choose-plan", userId, plan: 2 },
  { type: "grant-role", userId, role: "admin" },
  { type: "remove-role", userId, role: "admin" },
  { type: "replace-streaming-key", userId, keyId: "k1", prefix: "trib_a1", lastFour: "9xYz" },
  { type: "delete-account", userId },
  { type: "record-erasure", userId },
];
test.each(needUser)("knows no user to $type before one has registered", (command) => {
  expect(given(user).when(command)).toEqual(refuse({ code: "user-unknown" }));
});

test("has the plans that the account page sells", () => {
  expect(PLANS[1]).toEqual({ id: 1, name: "Free", connectors: 5, datasets: 5, runsPerWeek: 5, scheduledRuns: 0 });
  expect(PLANS[2]).toEqual({ id: 2, name: "Pro", connectors: 20, datasets: 50, runsPerWeek: 50, scheduledRuns: 50 });
  expect(PLANS[3]).toEqual({
    id: 3,
    name: "Ultra",
    connectors: null,
    datasets: null,
    runsPerWeek: null,
    scheduledRuns: null,
  });
});
