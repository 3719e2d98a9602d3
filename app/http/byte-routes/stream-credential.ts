import type { Request } from "express";
import { cutText } from "#domain/core/text/text.ts";

/** The user who reads, and the only tables that the key opens (null: all that the user may read). */
export type Reader = { readonly userId: string; readonly tables: readonly string[] | null };

export type KeyReader = {
  find(
    key: string,
  ): Promise<{ readonly id: string; readonly userId: string; readonly tables: readonly string[] | null } | null>;
  touch(id: string, client: string | null): Promise<void>;
  checkToken(token: string): Promise<{ readonly userId: string } | null>;
};

/**
 * The key of a stream request, in any of four ways: Bearer, Basic (as the password), `api_key`, or a short-lived
 * `token`. The header takes precedence over the URL.
 */
export async function credentialOf(req: Request, keys: KeyReader): Promise<Reader | null> {
  const text = headerKey(req.headers.authorization) ?? single(req.query["api_key"]) ?? single(req.query["token"]);
  if (text === null) return null;
  if (!text.startsWith("trib_")) {
    const holder = await keys.checkToken(text);
    return holder ? { userId: holder.userId, tables: null } : null;
  }
  const key = await keys.find(text);
  if (!key) return null;
  await keys.touch(key.id, clientName(req.headers["user-agent"]));
  return { userId: key.userId, tables: key.tables };
}

function headerKey(header: string | undefined): string | null {
  const [, scheme, value] = /^(Bearer|Basic)\s+(\S+)\s*$/i.exec(header ?? "") ?? [];
  if (scheme === undefined || value === undefined) return null;
  if (scheme.toLowerCase() === "bearer") return value;
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(value, "base64").toString("utf8")) ?? [];
  return password || null;
}

function single(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** The program's own name, without version and details. */
function clientName(userAgent: string | undefined): string | null {
  return cutText(userAgent?.split(/[\s(;]/)[0] ?? "", 80) || null;
}
