import { expect, test } from "vitest";
import { mayBeSecret } from "./private-names.ts";

test.each([
  "code",
  "otp",
  "pin",
  "PIN",
  "passphrase",
  "passPhrase",
  "pass-phrase",
  "oneTimeCode",
  "verification_code",
  "mfa",
])("%s may be a secret", (name) => {
  expect(mayBeSecret(name, "")).toBe(true);
});

test.each(["country_code", "currencyCode", "zip_code", "status_code", "pinned", "codes", "pins"])(
  "%s is none",
  (name) => {
    expect(mayBeSecret(name, "")).toBe(false);
  },
);
