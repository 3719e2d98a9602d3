import type { FormField } from "#domain/connector-language/settings/form-fields.ts";
import type { TestReadStop, TestedOperation } from "#domain/use-cases/trying/test-read-record.ts";

/** The consent to agree to: hosts, and where each secret is sent. */
export type ConsentShown = {
  readonly hosts: readonly string[];
  readonly places: readonly { readonly field: string; readonly host: string; readonly where: string }[];
};

export type OperationShown = Omit<TestedOperation, "stop"> & { readonly stop: TestReadStop; readonly stopped: string };

/**
 * The result of a test on a page. `consent` is what was agreed to, or must be; `ask`: these fields must be filled in
 * first.
 */
export type TestResult = {
  readonly intent: string;
  readonly consent: ConsentShown | null;
  readonly fields: { readonly auth: FormField[]; readonly settings: FormField[] } | null;
} & (
  | { readonly kind: "ask" }
  | { readonly kind: "confirm" }
  | { readonly kind: "refused"; readonly message: string }
  | {
      readonly kind: "read";
      readonly ok: boolean;
      readonly error: string | null;
      readonly ms: number;
      readonly operations: readonly OperationShown[];
    }
  | { readonly kind: "check"; readonly ok: boolean; readonly message: string; readonly ms: number }
  | {
      readonly kind: "options";
      readonly field: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      readonly message: string | null;
    }
);

const AGREE = "agree:";

/** The intent of the button that agrees: no other button may send what the page only offers. */
export function agreementIntent(intent: string): string {
  return `${AGREE}${intent}`;
}

/** An intent without its agreement, and whether it had one. */
export function readIntent(posted: string): { readonly intent: string; readonly agrees: boolean } {
  return posted.startsWith(AGREE)
    ? { intent: posted.slice(AGREE.length), agrees: true }
    : { intent: posted, agrees: false };
}

/** Whether a posted intent is a test. */
export function isTestIntent(posted: string): boolean {
  const { intent } = readIntent(posted);
  return intent === "test-read" || intent === "check" || intent.startsWith("options:");
}
