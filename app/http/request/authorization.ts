/** An Authorization header. `key`: what it holds as an API key; null if it holds none. */
export type Authorization = { readonly scheme: "bearer" | "basic" | "other"; readonly key: string | null };

/** Reads a header: the key is the text of Bearer, or the password of Basic. */
export function readAuthorization(header: string): Authorization {
  const [, word = "", rest = ""] = /^([^ \t]*)[ \t]*(.*)$/s.exec(header) ?? [];
  const [, value = null] = /^([^ \t]+)[ \t]*$/.exec(rest) ?? [];
  switch (word.toLowerCase()) {
    case "bearer":
      return { scheme: "bearer", key: value };
    case "basic":
      return { scheme: "basic", key: value === null ? null : passwordOf(value) };
    default:
      return { scheme: "other", key: null };
  }
}

function passwordOf(base64: string): string | null {
  const [, password = ""] = /^[^:]*:(.*)$/s.exec(Buffer.from(base64, "base64").toString("utf8")) ?? [];
  return password === "" ? null : password;
}
