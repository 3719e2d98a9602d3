import { expect, test } from "vitest";
import { causeOf, useCasePorts, valueOf } from "#testing/use-case-ports.ts";
import { aggregate } from "../../core/aggregate.ts";
import { user } from "../../user/decider.ts";
import { registerVerified } from "../accounts/register-verified.ts";
import { giveRole, removeRole } from "./change-roles.ts";

const { ports } = await useCasePorts();
let people = 0;

/** A verified user of this test; an admin, if asked. */
async function person(name: string, admin = false): Promise<string> {
  const userId = `${name}-${(people += 1)}`;
  await registerVerified(ports, { userId, name: userId, email: `${userId}@example.org` }, causeOf());
  if (admin) await valueOf(giveRole(ports, { userId, role: "admin" }, causeOf()));
  return userId;
}
const withAdmins = (...ids: string[]) => ({ ...ports, adminIds: () => Promise.resolve(ids) });
const rolesOf = async (userId: string) => {
  const state = await aggregate(ports.log, user).load(userId);
  return state.status === "absent" ? null : state.roles;
};

test("gives and removes roles, and the log tells by whom", async () => {
  const [admin, userId] = [await person("admin", true), await person("user")];
  const by = { ...causeOf(), actor: { kind: "user", id: admin } } as const;
  expect(await giveRole(ports, { userId, role: "editor" }, by)).toMatchObject({ ok: true, value: ["editor"] });
  expect(await giveRole(ports, { userId, role: "auditor" }, causeOf())).toMatchObject({ value: ["editor", "auditor"] });
  const removing = { ...causeOf(), actor: by.actor };
  expect(await removeRole(withAdmins(admin), { userId, role: "editor" }, removing)).toMatchObject({
    value: ["auditor"],
  });
  const changes = (await ports.store.readStream(`user-${userId}`)).filter(({ type }) => type.startsWith("Role"));
  expect(changes.map(({ type, actor }) => [type, actor])).toEqual([
    ["RoleGranted", by.actor],
    ["RoleGranted", { kind: "system", name: "test" }],
    ["RoleRemoved", by.actor],
  ]);
});

test("knows nobody who has not registered", async () => {
  const nobody = { userId: "nobody", role: "editor" } as const;
  expect(await giveRole(ports, nobody, causeOf())).toMatchObject({ refusal: { code: "user-unknown" } });
  expect(await removeRole(withAdmins(), nobody, causeOf())).toMatchObject({ refusal: { code: "user-unknown" } });
});

test("the last admin stays, and one of several may go", async () => {
  const [first, second] = [await person("first", true), await person("second", true)];
  const removal = { userId: first, role: "admin" } as const;
  expect(await removeRole(withAdmins(first), removal, causeOf())).toMatchObject({ refusal: { code: "last-admin" } });
  // A read model that is late still names somebody who was an admin once: the log decides.
  const former = await person("former");
  const late = withAdmins(first, former);
  expect(await removeRole(late, removal, causeOf())).toMatchObject({ refusal: { code: "last-admin" } });
  expect(await removeRole(withAdmins(first, second), removal, causeOf())).toMatchObject({ ok: true, value: [] });
});

test("two admins who remove each other at the same moment leave one", async () => {
  for (let round = 0; round < 5; round += 1) {
    const pair = [await person("one", true), await person("two", true)];
    const both = withAdmins(...pair);
    await Promise.all(pair.map((userId) => removeRole(both, { userId, role: "admin" }, causeOf())));
    const left = await Promise.all(pair.map(rolesOf));
    expect(left.flat().length).toBeGreaterThanOrEqual(1);
  }
});

test("an address in ADMIN_EMAILS keeps the role admin and may lose another", async () => {
  const [userId, other] = [await person("configured", true), await person("other", true)];
  const configured = { ...withAdmins(userId, other), adminEmails: [`${userId}@example.org`] };
  expect(await removeRole(configured, { userId, role: "admin" }, causeOf())).toMatchObject({
    refusal: { code: "admin-by-configuration" },
  });
  await valueOf(giveRole(ports, { userId, role: "editor" }, causeOf()));
  expect(await removeRole(configured, { userId, role: "editor" }, causeOf())).toMatchObject({ value: ["admin"] });
});
