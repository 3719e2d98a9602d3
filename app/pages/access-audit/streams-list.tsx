import type { ReactNode } from "react";
import type { OpenedStream, StreamsOutcome } from "../../access-audit/opened-streams.ts";
import { Moment } from "../../history/moment.tsx";
import { counted, formatBytes } from "../../ui/data/format.ts";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { Block } from "../../ui/layout/block.tsx";

const STREAM_HEADS = [
  ...["Time", "Person", "Table"],
  { label: "Version", num: true },
  { label: "Status", num: true },
  { label: "Rows", num: true },
  { label: "Size", num: true },
  ...["Program", "Key"],
];

/** Streams that were opened, or calls that were refused; `children`: the way to more of them. */
export function Streams({
  outcome,
  items,
  total,
  children,
}: {
  outcome: StreamsOutcome;
  items: readonly OpenedStream[];
  total: number;
  children: ReactNode;
}) {
  const [title, count] =
    outcome === "opened"
      ? (["Streams opened", counted(total, "stream")] as const)
      : (["Calls refused", counted(total, "call")] as const);
  return (
    <Block id={outcome === "opened" ? "streams" : "refused"} title={title} meta={`${count}, the latest first`}>
      {total > 0 && (
        <ScrollTable panel label={title} heads={STREAM_HEADS}>
          {items.map((stream) => (
            <StreamRow key={`${stream.at} ${stream.user.id} ${stream.table}`} stream={stream} />
          ))}
        </ScrollTable>
      )}
      {children}
    </Block>
  );
}

function StreamRow({ stream }: { stream: OpenedStream }) {
  const { at, user, table, version, status, rows, bytes, client, key } = stream;
  return (
    <tr>
      <td data-head="Time">
        <Moment at={at} />
      </td>
      <td data-head="Person">{user.name}</td>
      <td data-head="Table">
        <code>{table}</code>
      </td>
      <td data-head="Version" className="num">
        {version}
      </td>
      <td data-head="Status" className="num">
        {status}
      </td>
      <td data-head="Rows" className="num">
        {rows?.toLocaleString("en-US")}
      </td>
      <td data-head="Size" className="num">
        {bytes === null ? "" : formatBytes(bytes)}
      </td>
      <td data-head="Program">{client}</td>
      <td data-head="Key">{key}</td>
    </tr>
  );
}
