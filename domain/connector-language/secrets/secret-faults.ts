import { finding, findingSentence } from "../../core/findings/finding.ts";
import { allPrivateKeys, flatFields, signInKeys } from "../definition/definition.ts";
import type { Definition, Operation } from "../definition/definition.ts";
import type { LeafField } from "../definition/schema.ts";
import type { Fault } from "../definition/describe-fault.ts";
import { placeholderNames } from "../json/placeholders.ts";
import { isSentAsCredential } from "./credential-names.ts";
import { parseUrlTemplate } from "../json/url-template.ts";
import { aliasesOf, authPath, namesBehind, operationTexts, requestTexts } from "./rendered-texts.ts";
import type { RenderedText } from "./rendered-texts.ts";

/**
 * The places at which a secret must not be: where it would come to rest (rows, the start of incremental reading) or be
 * carried on under another name. A private list may be gone through with `for_each`, since the consent names where its
 * values are sent; nothing of a sign-in may.
 */
export function secretFaults(definition: Definition): Fault[] {
  const secrets = allPrivateKeys(definition);
  const signIn = new Set(definition.auths.flatMap(signInKeys));
  return definition.operations.flatMap((operation, index) => {
    const aliases = aliasesOf(operation);
    return operationTexts(operation).flatMap(({ key, text, use }): Fault[] => {
      const isList = key.startsWith("for_each.");
      if (use !== "cell" && use !== "rule" && use !== "alias") return [];
      const held = isList ? new Set(aliases.find((alias) => alias.key === key)?.sources) : namesBehind(text, aliases);
      const name = [...held].find((each) => (isList ? signIn : secrets).has(each));
      if (name === undefined) return [];
      const path = `operations[${index}].${use === "cell" ? "columns" : key}`;
      const code =
        use === "cell"
          ? "secret-in-rows"
          : use === "rule"
            ? "secret-in-rule"
            : isList
              ? "secret-in-for-each"
              : "secret-as-start";
      const ofSecrets = finding(code, { name });
      return [{ path, message: findingSentence(ofSecrets), finding: ofSecrets, ofSecrets }];
    });
  });
}

/** What signs in, but is called public: it is private all the same, and whoever writes it is told. */
export function publicCredentials(definition: Definition): Fault[] {
  return definition.auths.flatMap(({ written, credentials }, index) => {
    const judge = (field: LeafField, path: string): Fault[] =>
      field.private === false && credentials.includes(field.key)
        ? [{ path: `${path}.private`, message: `The field "${field.key}" signs in, so it is private.` }]
        : [];
    return (written.fields ?? []).flatMap((field, at) => {
      const path = `${authPath(definition, index)}.fields[${at}]`;
      return [
        ...judge(field, path),
        ...(field.fields ?? []).flatMap((inner, within) => judge(inner, `${path}.fields[${within}]`)),
      ];
    });
  });
}

/** Names of `for_each` that are those of a credential: a row would stand for it, and sign requests in. */
export function hiddenCredentials({ operations, auths }: Definition): Fault[] {
  const names = new Set(auths.flatMap(({ credentials }) => credentials));
  return operations.flatMap((operation, index) =>
    aliasesOf(operation).flatMap(({ name, key }): Fault[] =>
      names.has(name)
        ? [{ path: `operations[${index}].${key}`, message: `The name "${name}" is that of a private field.` }]
        : [],
    ),
  );
}

/** Settings that are sent as credentials are, but are not private: whoever writes such a definition is told. */
export function publicSettings(definition: Definition): Fault[] {
  const told = new Set(definition.privateSettings);
  return definition.operations.flatMap((operation, index) => {
    const settings = new Set(flatFields(operation.paramsFields).map(({ key }) => key));
    return [...requestTexts(operation), ...urlQuery(operation)].flatMap((each) =>
      placeholderNames(each.text).flatMap((name): Fault[] => {
        if (told.has(name) || !settings.has(name) || !isSentAsCredential(name, each)) return [];
        told.add(name);
        const path = `operations[${index}].${each.key}`;
        return [{ path, message: `The field "${name}" is sent as a credential, so it needs "private": true.` }];
      }),
    );
  });
}

/** The parameters that are written into the URL. */
function urlQuery({ url, baseUrl }: Operation): RenderedText[] {
  const parsed = parseUrlTemplate(url, baseUrl);
  const pairs = parsed.ok ? parsed.template.query : [];
  return pairs.map(([slot, text]): RenderedText => ({ key: "url", text, use: "query", slot }));
}

/** The names that hold a secret in the texts of an operation: the secrets, and the aliases that carry one. */
export function secretNames(operation: Operation, secrets: ReadonlySet<string>): Set<string> {
  const aliases = aliasesOf(operation);
  const carried = aliases.filter(({ name }) =>
    [...namesBehind(`{${name}}`, aliases)].some((each) => secrets.has(each)),
  );
  return new Set([...secrets, ...carried.map(({ name }) => name)]);
}
