import { isObject, type Loose, type LooseObject, member } from "./imported.ts";

const NONE =
  "This is none of what can be imported: an OpenAPI document, an Airbyte manifest, a Postman collection, a HAR file or a curl command. Paste one of them, or choose a file.";

/** What a kind of import is called. */
const NAMES: Readonly<Record<string, string>> = {
  openapi: "an OpenAPI document",
  airbyte: "an Airbyte manifest",
  postman: "a Postman collection",
  har: "a HAR file",
};

/**
 * The message for a text that cannot be parsed; null if it looks like an OpenAPI document, for which the parser's error
 * is more useful.
 */
export function describeUnreadableText(text: string): string | null {
  return /\b(openapi|swagger|DeclarativeSource)\b/i.test(text) ? null : describeOtherDocument(text);
}

/** The message for a value that is no document of these kinds: what it is, and what to paste instead. */
export function describeOtherDocument(value: Loose | undefined): string {
  if (typeof value === "string") return ofPlainText(value.trim());
  return isObject(value) ? ofObject(value) : NONE;
}

/** The message for a document of another kind than it was said to be. */
export function describeOtherKind(said: string, found: string): string {
  return `This is ${NAMES[found] ?? found}, not ${NAMES[said] ?? said}. Leave the kind out: it is recognised.`;
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
  return NONE;
}

function ofObject(root: LooseObject): string {
  if (member(root, "protocol") === "rest")
    return "This is a connector definition already. Paste it under Create Connector.";
  if (member(root, "swagger") !== undefined) return "This is Swagger 2. Convert it to OpenAPI 3 first.";
  if (member(root, "asyncapi") !== undefined) return "This is AsyncAPI. Paste an OpenAPI 3 document or a curl command.";
  return `${NONE} An OpenAPI document has the key "openapi", a manifest "streams", a collection "item", a HAR file "log".`;
}
