import { type Finding, findingSentence } from "#domain/core/findings/finding.ts";

type Worded<T> = T extends { readonly finding: Finding } ? Omit<T, "finding"> & { message: string } : T;

/** Replaces the finding of a refusal or failure by its sentence, as `message`; what has none stays as it is. */
export function worded<T extends object>(told: T): Worded<T> {
  if (!("finding" in told)) return told as Worded<T>;
  const { finding, ...rest } = told;
  return { ...rest, message: findingSentence(finding as Finding) } as Worded<T>;
}
