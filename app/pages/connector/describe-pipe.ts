import { chosenAuth, type Definition } from "#domain/connector-language/definition/definition.ts";
import type { SignInShown } from "../../instances/api-sign-in-calls.ts";
import type { InstanceWithSetup } from "../../instances/instances.ts";
import { authName, urlOf } from "../../settings-form/definition-fields.ts";
import { counted, plural } from "../../ui/data/format.ts";
import type { PipeProps } from "./pipe.tsx";

/** The steps of a run, in words. */
export function pipeOf(
  definition: Definition,
  choice: number,
  instance: InstanceWithSetup | null,
  signIn: SignInShown | null,
): PipeProps | null {
  const first = definition.operations[0];
  if (!first) return null;
  const url = urlOf(first);
  const auth = chosenAuth(definition, choice);
  const more = definition.operations.length - 1;
  const stored = (instance?.secretsSet.length ?? 0) > 0;
  return {
    endpoint: {
      title: `${instance?.method ?? first.method} ${url.replace(/^https?:\/\/[^/?#]+/i, "").replace(/\?.*$/, "") || "/"}`,
      what: `${/^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? "the address you enter"}${more > 0 ? `, and ${more} more ${plural(more, "call")}` : ""}`,
    },
    auth: {
      title: authName(auth),
      what: auth.type === "none" ? "No key needed" : `In the ${auth.in} ${auth.name}`,
      status:
        signIn && signIn.status !== "signed-in"
          ? { tone: "warn", text: "Not signed in" }
          : auth.type === "none" || !instance
            ? null
            : stored
              ? { tone: "ok", text: "Stored encrypted" }
              : { tone: "warn", text: "Not entered yet" },
    },
    paging: paging(first.pagination),
    table: tableStation(definition, instance),
  };
}

function tableStation({ operations }: Definition, instance: InstanceWithSetup | null): PipeProps["table"] {
  const tables = instance?.tables ?? [];
  const filled = tables.filter(({ rows }) => rows !== null);
  const several = Math.max(operations.length, tables.length) > 1;
  const [only] = filled;
  return {
    title: several
      ? counted(Math.max(operations.length, tables.length), "table")
      : (instance?.tableName ?? "a table of your own"),
    what: !only ? "Made by the first run" : several ? "One for each operation" : counted(only.columns ?? 0, "column"),
    status: only
      ? {
          tone: "ok",
          text: counted(
            filled.reduce((sum, { rows }) => sum + (rows ?? 0), 0),
            "row",
          ),
        }
      : null,
  };
}

function paging({
  strategy,
  page_param,
  offset_param,
  cursor_param,
  limit,
}: Definition["operations"][number]["pagination"]): PipeProps["paging"] {
  const size = limit === undefined ? "" : `, ${counted(limit, "row")} each`;
  switch (strategy) {
    case "none":
      return { title: "One page", what: "The answer is the whole table" };
    case "page":
      return { title: "Page numbers", what: `${page_param ?? "page"} counts up${size}` };
    case "offset":
      return { title: "Offset", what: `${offset_param ?? "offset"} moves on${size}` };
    case "cursor":
      return { title: "Cursor", what: `${cursor_param ?? "cursor"} comes with each page${size}` };
    case "scroll":
      return { title: "Scroll", what: `${cursor_param ?? "cursor"} is sent until a page is empty${size}` };
    case "link":
      return { title: "Links", what: `Each page names the next${size}` };
  }
}
