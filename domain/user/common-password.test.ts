import { describe, expect, test } from "vitest";
import { isCommonPassword } from "./common-password.ts";

describe("isCommonPassword", () => {
  test.each([
    "password",
    "Password1",
    "password123",
    "P@ssw0rd",
    "P@ssw0rd!",
    "12345678",
    "123456789",
    "87654321",
    "11111111",
    "abcabcabc",
    "qwertyuiop",
    "1q2w3e4r",
    "iloveyou",
    "Admin123!",
    "welcome2024",
    "passwordpassword",
    "abcdefgh",
    "asdfghjkl",
    "19840312",
    "Summer2024!",
    "__letmein__",
    "test1234",
  ])("knows %j", (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each([
    "correct horse battery",
    "tr0ub4dor&3",
    "a river runs",
    "mein Passwort ist lang",
    "8f3kd92hfl",
    "48151623421",
    "пароль от моря",
    "🦊🦊🐻 forest",
  ])("lets %j through", (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  test("ends soon on a long text", () => {
    expect(isCommonPassword(`${"a!".repeat(511)}b`)).toBe(false);
  });
});
