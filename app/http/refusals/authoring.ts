import type { ImportLossWords } from "#domain/connector-import/import-note-words.ts";
import type { AnswersOf, PlacedFault } from "./refusal-answer.ts";

/** Refusals about connectors, drafts and imports. */
export type AuthoringRefusal =
  | {
      readonly code:
        | "category-unknown"
        | "definition-too-large"
        | "draft-not-published"
        | "draft-saved-elsewhere"
        | "import-empty"
        | "import-too-large";
    }
  | { readonly code: "too-many-drafts"; readonly most: number }
  /** `message`: from the parser of the document. */
  | { readonly code: "import-unreadable"; readonly message: string }
  /** `message`: what reading the document would have taken too much of. */
  | { readonly code: "import-too-costly"; readonly message: string }
  /** `lost`: what of the streams that were asked for would be missing. */
  | { readonly code: "stream-not-portable"; readonly message: string; readonly lost: readonly ImportLossWords[] };

export const authoringAnswers = {
  "category-unknown": { status: 400, say: "This category does not exist.", field: "category" },
  "definition-too-large": { status: 400, say: "The definition is larger than 256 kB.", field: "dsl" },
  "draft-not-published": { status: 409, say: "A draft is not published, so it cannot be set inactive." },
  "draft-saved-elsewhere": {
    status: 409,
    say: "This draft was saved in another window since this page was opened. Save again to replace that, or reload the page to see it.",
  },
  "too-many-drafts": {
    status: 409,
    say: ({ most }) => `You have ${most} open drafts. Publish or discard one first.`,
    facts: ({ most }) => ({ limit: most }),
  },
  "import-empty": {
    status: 400,
    say: "Paste a document or a curl command, or choose a file.",
    field: "text",
  },
  "import-too-large": { status: 413, say: "The document is larger than 5 MB.", field: "text" },
  "import-too-costly": { status: 413, say: ({ message }) => message, field: "text" },
  "import-unreadable": { status: 400, say: ({ message }) => message, field: "text" },
  "stream-not-portable": {
    status: 422,
    say: ({ message }) => message,
    field: "operations",
    facts: ({ lost }) => ({ lost }),
  },
} satisfies AnswersOf<AuthoringRefusal>;

/** The first of the product's own sentences alone, else the first few faults with their paths. */
export function definitionSentence(faults: readonly PlacedFault[]): string {
  const [first] = faults;
  if (first && isWhole(first)) return first.message;
  return faults
    .map((fault) => (isWhole(fault) ? fault.message : `${fault.path}: ${fault.message}`))
    .slice(0, 5)
    .join(" ");
}

/** The product's own sentences already name the path. */
function isWhole({ path, message }: PlacedFault): boolean {
  return (
    path === "" ||
    /^(Invalid JSON in connector spec\.|Connector must |First operation must |The definition is )/.test(message)
  );
}
