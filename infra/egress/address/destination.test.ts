import { describe, expect, test } from "vitest";
import { consentOrigin, parseAllowList, parseDestination } from "./destination.ts";

const NONE: ReadonlySet<string> = new Set();
const parse = (url: string, allowed = NONE) => parseDestination(url, allowed);

describe("parseDestination refuses", () => {
  test.each([
    // Spellings of this machine and its network.
    "http://127.0.0.1/",
    "http://127.1/",
    "http://127.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://127.0.0.1./",
    "http://0/",
    "http://0.0.0.0/",
    "http://00000.0/",
    "http://[::]/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[2002:7f00:1::]/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
    "http://169.254.169.254/latest/meta-data",
    "http://0xa9fea9fe/",
    "http://2852039166/",
    "http://168.63.129.16/",
    "http://①②⑦.⓪.⓪.①/",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://%31%32%37.0.0.1/",
    "http://10.0.0.1/",
    "http://192.168.0.1/",
    "http://198.18.0.1/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    // Names that never belong to the public internet.
    "http://localhost/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://ｌｏｃａｌｈｏｓｔ/",
    "http://a.localhost/",
    "http://intranet/",
    "http://printer.local/",
    "http://db.internal/",
    "http://metadata.google.internal./",
    "http://api.default.svc/",
    "http://1.0.0.127.in-addr.arpa/",
    "http://home.arpa/",
    "http://abc.onion/",
    "http://api.LOCAL/",
    // Ports, schemes, userinfo, nonsense.
    "http://example.com:22/",
    "https://example.com:8443/",
    "http://example.com:0/",
    "http://sandbox.invalid:8080/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "data:text/plain,x",
    "javascript:alert(1)",
    "blob:https://a.example/x",
    "ws://example.com/",
    "unix:/run/docker.sock",
    "http+unix://x/",
    "http://user@example.com/",
    "http://user:p@example.com/",
    "http://:p@example.com/",
    "http://example.com@127.0.0.1/",
    "http://127.0.0.1#@example.com/",
    "http://127.0.0.1\\@example.com/",
    "http:///",
    "http://",
    "//example.com/",
    "/relative",
    "",
    "http://exa mple.com/",
    "http://[::1/",
    "http://256.256.256.256/",
    `http://example.com/${"a".repeat(17_000)}`,
  ])("%s", (url) => expect(parse(url)).toMatchObject({ ok: false, reason: "refused_by_policy", retryable: false }));
});

describe("parseDestination takes", () => {
  test.each([
    ["https://api.example.com/a?b=c", "https://api.example.com", "api.example.com", 443, true],
    ["HTTP://API.Example.COM", "http://api.example.com", "api.example.com", 80, false],
    ["https://api.example.com:443/", "https://api.example.com", "api.example.com", 443, true],
    ["http://api.example.com:443/", "http://api.example.com:443", "api.example.com", 443, false],
    ["https://bücher.example/", "https://xn--bcher-kva.example", "xn--bcher-kva.example", 443, true],
    ["https://example.com./", "https://example.com.", "example.com", 443, true],
    ["ht\ntp://exa\tmple.com/", "http://example.com", "example.com", 80, false],
    ["https://8.8.8.8/", "https://8.8.8.8", "8.8.8.8", 443, true],
    ["https://[2606:4700::1111]/", "https://[2606:4700::1111]", "2606:4700::1111", 443, true],
    ["https://notlocal/".replace("notlocal", "not.alocal"), "https://not.alocal", "not.alocal", 443, true],
  ])("%s", (url, origin, host, port, secure) =>
    expect(parse(url)).toMatchObject({ origin, host, port, secure, exempt: false }),
  );

  test("the sandbox under http and https alike, as plain http", () => {
    for (const url of ["http://sandbox.invalid/x", "https://sandbox.invalid/x", "http://SANDBOX.invalid:80/x"]) {
      expect(parse(url)).toMatchObject({ kind: "sandbox", secure: false, origin: "http://sandbox.invalid" });
    }
  });

  test("exactly what the operator allows: that host, that port", () => {
    const allowed = parseAllowList(["localhost:8080", "127.0.0.1:9000", "[::1]:80", "API.internal:443"]);
    for (const url of ["http://localhost:8080/", "http://127.1:9000/", "http://[::1]/", "https://api.internal/"]) {
      expect(parse(url, allowed)).toMatchObject({ exempt: true });
    }
    for (const url of [
      "http://localhost/",
      "http://localhost:9000/",
      "http://127.0.0.1:8080/",
      "http://api.internal/",
    ]) {
      expect(parse(url, allowed)).toMatchObject({ reason: "refused_by_policy" });
    }
  });
});

test("parseAllowList names every faulty entry", () => {
  expect(() =>
    parseAllowList(["ok.test:80", "no-port", "http://a.test:80", "a.test:99999", "a.test:0", "u@a.test:80"]),
  ).toThrow('Not in the form host:port: "no-port", "http://a.test:80", "a.test:99999", "a.test:0", "u@a.test:80".');
});

test("consentOrigin reads an agreed address as an origin", () => {
  expect(consentOrigin("https://api.example.com/path")).toBe("https://api.example.com");
  expect(consentOrigin("https://sandbox.invalid")).toBe("http://sandbox.invalid");
  expect(consentOrigin("ftp://api.example.com")).toBeNull();
  expect(consentOrigin("api.example.com")).toBeNull();
});
