import type { FileLimit, LoadFailure } from "#domain/dataset/load-failure.ts";

/** Ends the reading of a file that has no table, or none that can be read. */
export class FileFault extends Error {
  readonly failure: LoadFailure;

  constructor(failure: LoadFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

type DamagedFormat = Extract<LoadFailure, { code: "file-damaged" }>["facts"]["format"];

/** Makes the fault of bytes that are not what their format says. `line`: of a JSON text. */
export function damaged(format: DamagedFormat, line?: number): FileFault {
  return new FileFault({ code: "file-damaged", facts: { format, ...(line === undefined ? {} : { line }) } });
}

/** Makes the fault of a file that exceeds a limit of its format. */
export function overLimit(what: FileLimit, limit: number): FileFault {
  return new FileFault({ code: "over-file-limit", facts: { what, limit } });
}
