import { spawnSync } from "node:child_process";

const UNSHARE = ["unshare", "--pid", "--ipc", "--mount", "--uts", "--fork", "--mount-proc"];

/** Whether this account may make namespaces. */
export const hasNamespaces = spawnSync("unshare", [...UNSHARE.slice(1), "true"]).status === 0;

/**
 * A command that runs another one in namespaces of its own, as a container does: it sees none of the processes outside
 * and shares no memory with them. It ends with the command.
 */
export const inNamespaces: readonly string[] = [...UNSHARE, "--kill-child"];
