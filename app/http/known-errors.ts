import { type ErrorCode, refusalAnswers } from "./refusals.ts";
import { LOAD_FAILURE_ANSWERS } from "./refusals/load-failures.ts";

/** What the tables say of an error without its facts; null: that depends on them. */
export type KnownError = {
  readonly code: ErrorCode;
  readonly status: number | null;
  readonly sentence: string | null;
};

/** Every error of the API, by its code. */
export const KNOWN_ERRORS: ReadonlyMap<ErrorCode, KnownError> = new Map(
  Object.entries({ ...LOAD_FAILURE_ANSWERS, ...refusalAnswers }).map(([name, { status, say }]) => {
    const code = name as ErrorCode;
    return [
      code,
      {
        code,
        status: typeof status === "number" ? status : null,
        sentence: typeof say === "string" ? say : null,
      },
    ];
  }),
);
