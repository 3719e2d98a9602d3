import { data } from "@remix-run/node";
import type { Definition } from "#domain/connector-language/definition/definition.ts";
import { authForm, settingsForm } from "#domain/connector-language/settings/form-fields.ts";
import type { SetupChanges } from "#domain/use-cases/connecting/setup-changes.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { describeStop } from "./describe-stop.ts";
import { check, optionsOf, readForTest, type TestReadSubject } from "./test-calls.ts";
import { consentField } from "./test-fields.ts";
import type { CallResult, Refused } from "../http/call-result.ts";
import { text } from "../http/forms/page.ts";
import type { Platform } from "../platform.ts";
import { type FormState, typedInto } from "../ui/form/form-state.ts";
import { onFormFields, postedChoice, typedEntries } from "../settings-form/setup-form.ts";
import { readIntent, type TestResult } from "./test-result.ts";

export type TestAction = {
  readonly platform: Platform;
  readonly viewer: UserRow;
  readonly signal: AbortSignal;
  readonly form: FormData;
  readonly intent: string;
  readonly what: TestReadSubject;
  readonly definition: Definition;
  /** The setup as posted, or its refusal. */
  readonly changes: CallResult<SetupChanges>;
  /** The page shows the definition's fields only after it has been parsed here. */
  readonly withFields?: boolean;
};

/**
 * A posted test read, connection check or look-up of options: the same page with the result, and the typed values
 * without secrets.
 */
export async function testFromForm(asked: TestAction) {
  const { platform, viewer, signal, what, changes, form, definition } = asked;
  const { intent } = readIntent(asked.intent);
  if (!changes.ok) return resultPage(asked, changes, null);
  const confirmed = confirmedIn(asked);
  const trying = { what, changes: changes.value, confirmed, signal };
  const about = { intent, consent: confirmed, fields: fieldsOf(asked) };
  if (intent === "test-read") {
    return answered(asked, await readForTest(platform, trying, viewer), (read) => ({
      ...about,
      ...read,
      kind: "read",
      operations: read.operations.map((operation) => ({ ...operation, stopped: describeStop(operation.stop) })),
    }));
  }
  if (intent === "check")
    return answered(asked, await check(platform, trying, viewer), ({ ok, message, ms }) => ({
      ...about,
      kind: "check",
      ok,
      message,
      ms,
    }));
  const field = intent.slice("options:".length);
  return answered(asked, await optionsOf(platform, trying, field, viewer), (found) => ({
    ...about,
    kind: "options",
    field,
    options: found.ok ? [...found.options] : [],
    message: found.ok ? null : found.message,
  }));

  function answered<T>(from: TestAction, result: CallResult<T>, shape: (value: T) => TestResult) {
    if (result.ok) return resultPage(from, null, shape(result.value));
    if (!result.ok && result.facts?.consent)
      return resultPage(from, null, { ...about, kind: "confirm", consent: result.facts.consent }, result.status);
    return resultPage(from, onFormFields(result, form, definition), null);
  }
}

function fieldsOf({ withFields, definition, form }: TestAction): TestResult["fields"] {
  if (!withFields) return null;
  return { auth: authForm(definition, postedChoice(form, definition, 0)), settings: settingsForm(definition) };
}

function resultPage(asked: TestAction, refused: Refused | null, testResult: TestResult | null, status = 200) {
  const { form, definition, withFields } = asked;
  const { intent } = readIntent(asked.intent);
  if (refused && withFields && isUnasked(refused, form))
    return data({
      form: { values: typedInto(form) } satisfies FormState,
      testResult: { kind: "ask", intent, consent: null, fields: fieldsOf(asked) } satisfies TestResult,
    });
  const state: FormState = { values: typedInto(form), posted: typedEntries(form, definition) };
  if (refused && Object.keys(refused.faults ?? {}).length > 0) state.errors = { ...refused.faults };
  const result: TestResult = testResult ?? {
    kind: "refused",
    intent,
    consent: null,
    fields: fieldsOf(asked),
    message: refused?.error ?? "",
  };
  return data(
    { form: state, testResult: result },
    {
      status: refused?.status ?? status,
      ...(refused?.retryAfterSeconds === undefined
        ? {}
        : { headers: { "Retry-After": String(refused.retryAfterSeconds) } }),
    },
  );
}

/** Whether all faults are of fields that the page has not shown yet, so that nobody has left them empty. */
function isUnasked({ faults = {} }: Refused, form: FormData): boolean {
  const names = Object.keys(faults);
  return names.length > 0 && names.every((name) => !form.has(name));
}

/** The stored consent, or the one that the page shows and its button has just agreed to. */
function confirmedIn({ form, intent }: TestAction) {
  try {
    const read = consentField.safeParse(
      JSON.parse(text(form, readIntent(intent).agrees ? "offer" : "consent") || "null"),
    );
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
