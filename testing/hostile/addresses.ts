/** Node takes 16 kB of headers with the address. */
const HEAD = 9_000;

/** Queries with thousands of parameters, or long ones. */
export function hostileQueries(): readonly string[] {
  return [
    Array.from({ length: HEAD / 4 }, (_, at) => `${at.toString(36)}=`).join("&"),
    "where.a=eq.1&".repeat(HEAD / 13),
    "category=a&".repeat(HEAD / 11),
    `q=${"+".repeat(HEAD)}`,
    `search=${"%C3%A9".repeat(HEAD / 6)}`,
    `a=${"9".repeat(HEAD)}`,
    `columns=${"a,".repeat(HEAD / 2)}b`,
    `order=${"a,".repeat(HEAD / 2)}b`,
    `where.a=in.(${"a,".repeat(HEAD / 2)}b)`,
    `$filter=${"(".repeat(HEAD)}`,
    `$select=${"a,".repeat(HEAD / 2)}b`,
    `$orderby=${"a%20desc,".repeat(HEAD / 9)}b`,
    `p=${"/a".repeat(HEAD / 2)}&version=1`,
    `tab=${"%2F..".repeat(HEAD / 5)}`,
    "&".repeat(HEAD),
  ];
}

/** Headers that are lists of thousands. */
export function hostileHeaders(): readonly Record<string, string>[] {
  return [
    { cookie: Array.from({ length: HEAD / 5 }, (_, at) => `${at.toString(36)}=`).join("; ") },
    { cookie: `token=${"a.".repeat(HEAD / 2)}` },
    { accept: Array.from({ length: HEAD / 12 }, (_, at) => `a/${at};q=0.1`).join(",") },
    { "accept-encoding": "a;q=0.1,".repeat(HEAD / 8) },
    { "accept-language": "en;q=0.1,".repeat(HEAD / 9) },
    { "if-none-match": 'W/"a", '.repeat(HEAD / 7) },
    { "if-modified-since": "Mon, ".repeat(HEAD / 5) },
    { range: `bytes=${"0-1,".repeat(HEAD / 4)}2-3` },
    { "x-forwarded-for": "1.1.1.1, ".repeat(HEAD / 9) },
    { "idempotency-key": "a".repeat(HEAD) },
    { referer: `http://x/${"a/".repeat(HEAD / 2)}` },
  ];
}
