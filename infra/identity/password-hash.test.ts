import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { passwordHash } from "./password-hash.ts";

const pepper = "a pepper of at least thirty-two characters";
const hashing = passwordHash({ pepper, cost: 4 });
const CLIENT = "203.0.113.7";
const passwords = withinBudget(hashing);

/** Every call has room and comes from one client. */
function withinBudget(some: ReturnType<typeof passwordHash>) {
  const there = <T>(result: T | null): T => {
    if (result === null) throw new Error("There was no room");
    return result;
  };
  return {
    hash: async (password: string) => there(await some.hash(password, CLIENT)),
    verify: async (password: string, hash: string | null) => there(await some.verify(password, hash, CLIENT)),
    isOutdated: some.isOutdated,
  };
}

describe("passwordHash", () => {
  test("knows a password again, and no other", async () => {
    const hash = await passwords.hash("correct horse");
    expect(await passwords.verify("correct horse", hash)).toBe(true);
    expect(await passwords.verify("correct horse ", hash)).toBe(false);
    expect(await passwords.verify("Correct horse", hash)).toBe(false);
  });

  test("tells apart passwords that differ only behind byte 72, or behind a NUL", async () => {
    const long = "x".repeat(1_000);
    expect(await passwords.verify(`${long}b`, await passwords.hash(`${long}a`))).toBe(false);
    expect(await passwords.verify("12345678\0b", await passwords.hash("12345678\0a"))).toBe(false);
  });

  test("takes composed and decomposed letters as the same password", async () => {
    expect(await passwords.verify("cafe\u0301 au lait", await passwords.hash("caf\u00e9 au lait"))).toBe(true);
  });

  test("never accepts an unknown account, not even with the password of the placeholder", async () => {
    expect(await passwords.verify("nobody", null)).toBe(false);
  });

  test("refuses a hash made under another pepper", async () => {
    const elsewhere = withinBudget(passwordHash({ pepper: pepper.toUpperCase(), cost: 4 }));
    expect(await passwords.verify("correct horse", await elsewhere.hash("correct horse"))).toBe(false);
  });

  test("salts, and says which hashes were made at another cost", async () => {
    const hash = await passwords.hash("correct horse");
    expect(await passwords.hash("correct horse")).not.toBe(hash);
    expect(passwords.isOutdated(hash)).toBe(false);
    expect(passwordHash({ pepper, cost: 5 }).isOutdated(hash)).toBe(true);
  });

  test("does not start with a short pepper", () => {
    expect(() => passwordHash({ pepper: "short" })).toThrow(/32 or more/);
  });

  test("hashes two at a time, lets as many wait as it can soon do, and turns the others away at once", async () => {
    const asked = Array.from({ length: 100 }, (_, number) => hashing.hash("correct horse", `203.0.113.${number % 10}`));
    expect(hashing.budget.use()).toMatchObject({
      name: "password hashing",
      used: 2,
      limit: 2,
      waiting: 40,
      refused: 58,
    });
    const hashes = await Promise.all(asked);
    expect(hashes.filter((hash) => hash !== null)).toHaveLength(42);
    expect(hashing.budget.use()).toMatchObject({ used: 0, waiting: 0 });
    expect(await hashing.hash("correct horse", CLIENT)).toEqual(expect.any(String));
  });

  test("leaves threads for files while passwords are being hashed", async () => {
    const slow = passwordHash({ pepper: "a pepper for tests that is long enough", cost: 10 });
    const hashes = Array.from({ length: 12 }, () => slow.hash("a password", "127.0.0.1"));
    await readFile(import.meta.filename);
    expect(slow.budget.use().waiting).toBeGreaterThan(6);
    await Promise.all(hashes);
  });

  test("leaves room for others when one client asks for much, whichever addresses of its network it uses", async () => {
    const asked = Array.from({ length: 100 }, (_, number) =>
      hashing.hash("correct horse", `2001:db8::${number.toString(16)}`),
    );
    const other = hashing.verify("correct horse", null, CLIENT);
    expect((await Promise.all(asked)).filter((hash) => hash !== null)).toHaveLength(20);
    expect(await other).toBe(false);
  });
});
