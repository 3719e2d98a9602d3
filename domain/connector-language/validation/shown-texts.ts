import { lineFault, proseFault } from "../../core/text/lines.ts";
import type { Auth, Definition, Operation } from "../definition/definition.ts";
import type { Fault } from "../definition/describe-fault.ts";
import type { Field } from "../definition/schema.ts";

type Shown = readonly [path: string, text: string | null | undefined];

/** The names and labels of a definition that are no line, and the descriptions that no text may be like. */
export function unfitTexts({ auths, operations }: Definition): Fault[] {
  const ofAuths = auths.flatMap((auth, index) => ofAuth(auth, auths.length === 1 ? "auth" : `auth[${index}]`));
  return [...ofAuths, ...operations.flatMap((operation, index) => ofOperation(operation, `operations[${index}]`))];
}

function ofAuth({ label, fields }: Auth, at: string): Fault[] {
  return [...lineFaults([[`${at}.label`, label]]), ...ofFields(fields, `${at}.fields`)];
}

function ofOperation({ id, name, columns, addedColumns, primaryKey, paramsFields }: Operation, at: string): Fault[] {
  const lines: Shown[] = [
    [`${at}.id`, id],
    // Without a name of its own an operation has its id.
    ...(name === id ? [] : [[`${at}.name`, name] as const]),
    ...(columns ?? []).map((column, index) => [`${at}.columns[${index}].name`, column.name] as const),
    ...addedColumns.map((column, index) => [`${at}.columns.add[${index}].name`, column.name] as const),
    ...primaryKey.map((column) => [`${at}.primary_key`, column] as const),
  ];
  return [...lineFaults(lines), ...ofFields(paramsFields, `${at}.params_fields`)];
}

function ofFields(fields: readonly Field[], at: string): Fault[] {
  return fields.flatMap(({ label, description, options, fields: inner }, index) => {
    const path = `${at}[${index}]`;
    const labels = (options ?? []).map((option, place) => [`${path}.options[${place}].label`, option.label] as const);
    const prose = proseFault(description ?? "");
    return [
      ...lineFaults([[`${path}.label`, label], ...labels]),
      ...(prose === null ? [] : [{ path: `${path}.description`, message: `The text ${prose}` }]),
      ...ofFields(inner ?? [], `${path}.fields`),
    ];
  });
}

function lineFaults(texts: readonly Shown[]): Fault[] {
  return texts.flatMap(([path, text]) => {
    const fault = lineFault(text ?? "");
    return fault === null ? [] : [{ path, message: `The text ${fault}` }];
  });
}
