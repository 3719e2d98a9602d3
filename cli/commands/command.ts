import type { ExitCode } from "../failure.ts";
import type { Client } from "../client/client.ts";
import type { Terminal } from "../terminal.ts";

/** What a command works with. */
export type CommandContext = {
  readonly api: Client;
  /** For what must still be said when the command was interrupted; it has a few seconds. */
  readonly lastCalls: () => Client;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
};

/** A command that calls the API: its own options, read by `readOptions`, and what it does. */
export type Command = {
  /** One line for the list of commands. */
  readonly usage: string;
  readonly about: string;
  readonly options: Readonly<
    Record<string, { readonly type: "string" | "boolean"; readonly short?: string; readonly multiple?: boolean }>
  >;
  run(context: CommandContext, given: Given): Promise<ExitCode>;
};

export type Given = {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
};

/** An option with one text. */
export function textOf({ values }: Given, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

/** An option that may be given several times. */
export function textsOf({ values }: Given, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? value.map(String) : [];
}
