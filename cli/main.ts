import { apiClient } from "./client/client.ts";
import type { Command, Given } from "./commands/command.ts";
import { importFile } from "./commands/import.ts";
import { list } from "./commands/list.ts";
import { login, LOGIN_USAGE } from "./commands/login.ts";
import { pull } from "./commands/pull.ts";
import { push } from "./commands/push.ts";
import { run } from "./commands/run.ts";
import { EXIT, type ExitCode, Failure } from "./failure.ts";
import { COMMON, readOptions, secondsOf } from "./options.ts";
import { keyFor, serverUrl } from "./settings.ts";
import { openTerminal, type Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

const COMMANDS: Readonly<Record<string, Command>> = { push, pull, run, list, import: importFile };
const LOGIN_OPTIONS = { key: { type: "string" } } as const;

/** How long an interrupted command may take to clean up. */
const LAST_CALLS_MS = 5_000;

const HELP = `tributary: upload, run and read from scripts.

  tributary ${LOGIN_USAGE}
      Checks a key and stores it for later commands.
${Object.values(COMMANDS)
  .map(({ usage, about }) => `  tributary ${usage}\n      ${about}`)
  .join("\n")}

Every command takes --url <address>, --key-file <file>, --max-wait <seconds> and --json; tributary --version
tells its version. The server is --url, or TRIBUTARY_URL, or that of the last login; the key is in --key-file, or
TRIBUTARY_KEY, or was stored by login.

Exit status: 0 done, 1 the run or load failed or left rows out, 2 bad use, 3 not allowed, 4 not found, 5 conflict
or limit, 6 the server cannot be reached, 130 interrupted, 141 the reader of the output has left, 143 terminated.
`;

/** Runs the command of these arguments, and returns its exit status. */
export async function runCommand(args: readonly string[]): Promise<ExitCode> {
  const json = args.includes("--json");
  const terminal = openTerminal({ out: process.stdout, err: process.stderr, json });
  const interruption = listenForSignals();
  endWithReader();
  try {
    return await dispatch(args, terminal, interruption.signal);
  } catch (error) {
    if (interruption.signal.aborted) {
      terminal.fail(new Failure(interruption.exit(), "Interrupted."));
      return interruption.exit();
    }
    const failure = error instanceof Failure ? error : new Failure(EXIT.serverAway, (error as Error).message);
    terminal.fail(failure);
    return failure.exit;
  }
}

async function dispatch(args: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
  const [name = "--help", ...rest] = args;
  const command = COMMANDS[name];
  if (name === "--help" || name === "-h" || name === "help" || rest.includes("--help") || rest.includes("-h")) {
    process.stdout.write(HELP);
    return EXIT.ok;
  }
  if (name === "--version") {
    process.stdout.write(`${VERSION}\n`);
    return EXIT.ok;
  }
  if (command === undefined && name !== "login")
    throw new Failure(EXIT.badUse, `There is no command ${name}. tributary --help lists them.`);
  const options = { ...COMMON, ...(command?.options ?? LOGIN_OPTIONS) };
  const { values, positionals } = readOptions(rest, options);
  const { url: givenUrl, "key-file": keyFile, "max-wait": maxWait, key } = values as Record<string, string | undefined>;
  const { env } = process;
  const url = await serverUrl(givenUrl, env);
  warnOfPlainHttp(url, terminal);
  const server = { signal, patience: secondsOf(maxWait, "--max-wait"), say: terminal.say };
  if (command === undefined) return login({ url, key, keyFile, env, terminal, server });
  const asking = { ...server, url, key: await keyFor(url, keyFile, env) };
  const lastCalls = () => apiClient({ ...asking, signal: AbortSignal.timeout(LAST_CALLS_MS), patience: 0 });
  const given = { positionals, values: values as Given["values"] };
  return command.run({ api: apiClient(asking), lastCalls, terminal, signal }, given);
}

function warnOfPlainHttp(url: string, { say }: Terminal): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === "http:" && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname))
    say(`Warning: ${url} is not encrypted; others on the network can read your key.`);
}

/** Ends the command without a word when who reads its output has left, as `head` does. */
function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(EXIT.readerLeft);
      throw error;
    });
}

/** The first Ctrl-C ends what is going on and cleans up, the second ends the process. */
function listenForSignals() {
  const controller = new AbortController();
  let exit: ExitCode = EXIT.interrupted;
  const end = (name: NodeJS.Signals) => {
    if (controller.signal.aborted) process.exit(exit);
    exit = name === "SIGTERM" ? EXIT.terminated : EXIT.interrupted;
    controller.abort();
  };
  process.on("SIGINT", end).on("SIGTERM", end);
  return { signal: controller.signal, exit: () => exit };
}
