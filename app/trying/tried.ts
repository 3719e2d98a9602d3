import type { FormField } from "#domain/connector-language/settings/form-fields.ts";
import type { TestReadStop, TriedOperation } from "#domain/use-cases/trying/test-read-record.ts";

/** What is about to be called, to be agreed to: hosts, and where which secret goes. */
export type ConsentShown = {
  readonly hosts: readonly string[];
  readonly places: readonly { readonly field: string; readonly host: string; readonly where: string }[];
};

export type OperationShown = Omit<TriedOperation, "stop"> & { readonly stop: TestReadStop; readonly stopped: string };

/** What came of trying a connector out on a page. `consent` is what was agreed to with it, or is to be; `ask`: its fields are to be filled in first. */
export type Tried = {
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

/** What the button that agrees posts in place of the intent it agrees to: no other button may send what the page only offers. */
export function agreeing(intent: string): string {
  return `${AGREE}${intent}`;
}

/** An intent without its agreement, and whether it had one. */
export function readIntent(posted: string): { readonly intent: string; readonly agrees: boolean } {
  return posted.startsWith(AGREE)
    ? { intent: posted.slice(AGREE.length), agrees: true }
    : { intent: posted, agrees: false };
}

/** True for what a button of trying out posts. */
export function isTryIntent(posted: string): boolean {
  const { intent } = readIntent(posted);
  return intent === "test-read" || intent === "check" || intent.startsWith("options:");
}
