import { describe, expect, it } from "vitest";
import { passwordHash } from "./password-hash.ts";

const pepper = "a pepper of at least thirty-two characters";
const passwords = passwordHash({ pepper, cost: 4 });

describe("passwordHash", () => {
  it("knows a password again, and no other", async () => {
    const hash = await passwords.hash("correct horse");
    expect(await passwords.verify("correct horse", hash)).toBe(true);
    expect(await passwords.verify("correct horse ", hash)).toBe(false);
    expect(await passwords.verify("Correct horse", hash)).toBe(false);
  });

  it("tells apart passwords that differ only behind byte 72, or behind a NUL", async () => {
    const long = "x".repeat(1_000);
    expect(await passwords.verify(`${long}b`, await passwords.hash(`${long}a`))).toBe(false);
    expect(await passwords.verify("12345678\0b", await passwords.hash("12345678\0a"))).toBe(false);
  });

  it("takes composed and decomposed letters as the same password", async () => {
    expect(await passwords.verify("cafe\u0301 au lait", await passwords.hash("caf\u00e9 au lait"))).toBe(true);
  });

  it("never accepts an unknown account, not even with the password of the stand-in", async () => {
    expect(await passwords.verify("nobody", null)).toBe(false);
  });

  it("refuses a hash made under another pepper", async () => {
    const elsewhere = passwordHash({ pepper: pepper.toUpperCase(), cost: 4 });
    expect(await passwords.verify("correct horse", await elsewhere.hash("correct horse"))).toBe(false);
  });

  it("salts, and says which hashes were made at another cost", async () => {
    const hash = await passwords.hash("correct horse");
    expect(await passwords.hash("correct horse")).not.toBe(hash);
    expect(passwords.isOutdated(hash)).toBe(false);
    expect(passwordHash({ pepper, cost: 5 }).isOutdated(hash)).toBe(true);
  });

  it("does not start with a short pepper", () => {
    expect(() => passwordHash({ pepper: "short" })).toThrow(/32 or more/);
  });
});
