import { flatFields, paramsFieldsOf, tokenName } from "../definition/definition.ts";
import type { Auth, Definition } from "../definition/definition.ts";
import type { Fault } from "../definition/describe-fault.ts";
import { placeholderNames, splitPlaceholders } from "../json/placeholders.ts";
import { definitionTexts } from "../secrets/rendered-texts.ts";
import type { RenderedText } from "../secrets/rendered-texts.ts";

/**
 * Names in braces that no field, sign-in, `for_each` or `incremental` declares. If a text of a header or body also has
 * braces of another kind (GraphQL, the API's own templates), its meaning is unknown and it is skipped.
 */
export function undeclaredNames(definition: Definition): Fault[] {
  const general = new Set([
    ...flatFields(paramsFieldsOf(definition)).map(({ key }) => key),
    ...definition.auths.flatMap(namesOfAuth),
    ...definition.derived.keys(),
  ]);
  const own = definition.operations.map(
    ({ forEach, incremental }) =>
      new Set([
        ...general,
        ...forEach.map(([name]) => name),
        ...(incremental === null ? [] : ["incremental.start", "incremental.end"]),
      ]),
  );
  return definitionTexts(definition)
    .filter((each) => isRendered(definition, each) && !hasOtherBraces(each))
    .flatMap(({ key, text, use }) => {
      // A source of for_each is a setting, or a member of one.
      const isSource = use === "alias" && key.includes(".for_each.");
      const known = isSource ? general : (own[operationAt(key) ?? -1] ?? general);
      return placeholderNames(text)
        .filter((name) => !known.has(name) && !(isSource && general.has(name.split(".")[0] ?? name)))
        .map((name) => fault(key, name));
    });
}

function namesOfAuth(auth: Auth): string[] {
  return [...flatFields(auth.fields).map(({ key }) => key), ...[tokenName(auth) ?? []].flat()];
}

/** A body that is never sent, and columns, whose braces may be the author's own, are not looked at. */
function isRendered({ operations }: Definition, { key, use }: RenderedText): boolean {
  const operation = operations[operationAt(key) ?? -1];
  return use !== "cell" && !(use === "body" && operation !== undefined && operation.method !== "POST");
}

function operationAt(key: string): number | null {
  const found = /^operations\[(\d+)\]/.exec(key);
  return found === null ? null : Number(found[1]);
}

/** A GraphQL query may be just one name in braces. */
function hasOtherBraces({ key, text, use, slot }: RenderedText): boolean {
  const isParameter = use === "query" && operationAt(key) !== null;
  if ((use !== "header" && use !== "body" && use !== "query") || isParameter) return false;
  if (use === "body" && slot === "query") return true;
  return splitPlaceholders(text).some((part) => "literal" in part && /[{}]/.test(part.literal));
}

function fault(path: string, name: string): Fault {
  const isIncremental = name === "incremental.start" || name === "incremental.end";
  return { path, message: isIncremental ? `{${name}} needs the key incremental.` : `No field declares {${name}}.` };
}
