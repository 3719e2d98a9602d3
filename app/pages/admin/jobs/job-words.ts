const WORDS: Readonly<Record<string, string>> = {
  pull: "Run a connection",
  schedule: "Start scheduled runs",
  "load-dataset": "Load an uploaded file",
  "measure-table": "Compute the statistics of a table",
  "send-mail": "Send mails",
  "take-over": "Take over unfinished work",
  "erase-account": "Erase a deleted account",
  "clean-up": "Remove what nothing needs",
};

/** What a job of this kind does. */
export function jobWord(kind: string): string {
  return WORDS[kind] ?? kind;
}
