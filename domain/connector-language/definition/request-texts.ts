import type { Operation } from "./definition.ts";
import { isJsonObject } from "../json/json.ts";
import type { Json } from "../json/json.ts";

/** Every text of an operation's request that may contain placeholders. */
export function textsOf(operation: Operation): string[] {
  return [
    operation.baseUrl ?? "",
    operation.url,
    ...operation.query.map(([, value]) => value),
    ...operation.headers.map(([, value]) => value),
    ...bodyTexts(operation.body),
  ];
}

/** The texts of a body without member names. */
export function bodyTexts(body: Json): string[] {
  if (typeof body === "string") return [body];
  if (Array.isArray(body)) return body.flatMap(bodyTexts);
  return isJsonObject(body) ? Object.values(body).flatMap(bodyTexts) : [];
}
