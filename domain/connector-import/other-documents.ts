import { isObject, type Loose, type LooseObject, member } from "./imported.ts";

const NEITHER = "This is neither an OpenAPI document nor a curl command. Paste one of the two, or choose a file.";

/**
 * The message for a text that cannot be parsed; null if it looks like an OpenAPI document, for which the parser's error
 * is more useful.
 */
export function describeUnreadableText(text: string): string | null {
  return /\b(openapi|swagger)["']?\s*:/i.test(text) ? null : describeOtherDocument(text);
}

/** The message for a value that is not an OpenAPI document: what it is, and what to paste instead. */
export function describeOtherDocument(value: Loose | undefined): string {
  if (typeof value === "string") return ofPlainText(value.trim());
  return isObject(value) ? ofObject(value) : NEITHER;
}

function ofPlainText(text: string): string {
  if (/^https?:\/\/\S+$/i.test(text))
    return "This is an address. Paste the document that it leads to, or a curl command that calls it.";
  if (/^<(!doctype|html|head|body)\b/i.test(text))
    return "This is a web page. Paste the OpenAPI document itself, as JSON or YAML.";
  if (
    /^(wget|httpie|https?|xh|axios|fetch|await|invoke-(restmethod|webrequest)|import|GET|POST)\b/i.test(text) &&
    /https?:\/\//i.test(text)
  ) {
    return "This is not a curl command. Paste one that makes the same request, or an OpenAPI document.";
  }
  return NEITHER;
}

function ofObject(root: LooseObject): string {
  const info = member(root, "info");
  const log = member(root, "log");
  if (
    isObject(info) &&
    (member(info, "_postman_id") !== undefined || String(member(info, "schema")).includes("getpostman.com"))
  ) {
    return "This is a Postman collection. Convert it to OpenAPI 3 first, or paste one of its requests as a curl command.";
  }
  if (isObject(log) && Array.isArray(member(log, "entries")))
    return "This is a HAR file. Copy the request as a curl command and paste that.";
  if (member(root, "protocol") === "rest")
    return "This is a connector definition already. Paste it under Create Connector.";
  if (member(root, "swagger") !== undefined) return "This is Swagger 2. Convert it to OpenAPI 3 first.";
  if (member(root, "asyncapi") !== undefined) return "This is AsyncAPI. Paste an OpenAPI 3 document or a curl command.";
  return 'This is not an OpenAPI document: the key "openapi" is missing. Paste a whole one, or a curl command.';
}
