import fc from "fast-check";
import { expect, test } from "vitest";
import { readCookies } from "./cookies.ts";

test.each([
  [undefined, null],
  ["", null],
  ["theme=dark", null],
  ["xtoken=1; token2=2", null],
  ["token", null],
  ["tokenx", null],
  ["token=", null],
  ["token=a.b.c", "a.b.c"],
  ["theme=dark;token=a.b.c ; flash=x=y", "a.b.c"],
  ["token\t=\ta.b.c", "a.b.c"],
  ["token=a.b.c; token=a.b.c", "a.b.c"],
  ["token=planted; token=a.b.c", null],
  ["token=planted; token =a.b.c", null],
  ["\u00a0token=a.b.c", null],
  ["\vtoken=a.b.c", null],
])("reads the session of %j as %j", (header, token) => {
  expect(readCookies(header).token).toBe(token);
});

/** How somebody may spell the name of a cookie so that some reader takes it for ours. */
const spelledName = (name: string) =>
  fc
    .tuple(
      fc.constantFrom("", " ", "\t", " \t ", "\u00a0", "\v", "=", "$", '"', ",", "x=1,", "__Host-", "__secure-", "%20"),
      fc.constantFrom(name, name.toUpperCase(), `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`, `${name}"`),
      fc.constantFrom("", " ", "\t", "\u0085", "\f", "%20", "\u3000"),
    )
    .map((parts) => parts.join(""))
    // A cookie of another name that only begins or ends like ours.
    .filter((text) => !/^\$[\w]+[ \t]*$/.test(text));

test("a header with a personal cookie, however it is spelled, is never one of nobody", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("token", "flash", "return").chain(spelledName),
      fc.constantFrom("", "=", "=a.b.c", " = a.b.c", '="a.b.c"'),
      fc.array(fc.constantFrom("_ga=1", "", " ", "theme=x"), { maxLength: 3 }),
      (name, value, others) => {
        for (const header of [
          [`${name}${value}`, ...others],
          [...others, `${name}${value}`],
        ])
          expect(readCookies(header.join(";")).areOfNobody).toBe(false);
      },
    ),
  );
});

test("what is read as a session is never of nobody, whatever the header is", () => {
  const part = fc.constantFrom("token", "Token", "=", ";", " ", "\t", '"', ",", "a", "%74oken", "__Host-", "\u00a0");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const { token, flash, areOfNobody } = readCookies(parts.join(""));
      expect(areOfNobody && (token !== null || flash !== null)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test("cookies of others, and the colour scheme, are of nobody", () => {
  for (const header of [undefined, "", ";;", "_ga=GA1.2.3", 'SERVERID=a; x="q"; theme=ImRhcmsi', "tokens=1; xtoken=2"])
    expect([header, readCookies(header).areOfNobody]).toEqual([header, true]);
});
