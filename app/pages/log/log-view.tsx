import type { PublicKey } from "#domain/transparency/ports.ts";
import { CodeBlock } from "../../ui/code/code-block.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";
import { Block } from "../../ui/layout/block.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Ago } from "../../ui/time/time.tsx";

export type LogViewProps = {
  appUrl: string;
  checkpoint: { note: string; size: number; signedAt: string } | null;
  /** Why nothing is signed any more. */
  fork: string | null;
  keys: readonly Pick<PublicKey, "vkey" | "kind">[];
  now: string;
};

const LEAD =
  "Everything that happens on this site is an event in a log that only grows. The log is signed every few seconds, so that anybody who keeps one signature can later show that an event was changed, removed or inserted.";

/** What anybody may know of the log: its last signature, its keys, and how to check a proof. */
export function LogView({ appUrl, checkpoint, fork, keys, now }: LogViewProps) {
  const logKey = keys.find(({ kind }) => kind === "log")?.vkey ?? "<key>";
  return (
    <ReadingPage title="Transparency log" lead={LEAD}>
      {fork !== null && (
        <Notice tone="bad" title="The log does not continue what was signed before.">
          {fork}
        </Notice>
      )}
      <Block id="last" title="Last signature">
        <div className="stack">
          {checkpoint ? (
            <>
              <Facts
                facts={[
                  { label: "Events", value: checkpoint.size.toLocaleString("en") },
                  { label: "Signed", value: <Ago at={checkpoint.signedAt} now={now} /> },
                ]}
              />
              <CodeBlock name="log checkpoint" text={checkpoint.note} />
            </>
          ) : (
            <p>Nothing was signed yet. It takes a few seconds after the first start.</p>
          )}
          <p>
            <a href="/log/checkpoint">The log checkpoint as a file</a>, and{" "}
            <a href="/log/keys">all keys of this server</a>.
          </p>
        </div>
      </Block>
      <Block id="keys" title="Keys">
        <div className="stack">
          <p>Take the key from somebody you trust, and compare it with this one.</p>
          {keys.map(({ vkey, kind }) => (
            <div key={vkey}>
              <p className="meta">{kind === "log" ? "Of the log" : "As a witness of other logs"}</p>
              <CodeBlock name={kind === "log" ? "key of the log" : "key as a witness"} text={vkey} />
            </div>
          ))}
        </div>
      </Block>
      <HowToCheck appUrl={appUrl} logKey={logKey} />
    </ReadingPage>
  );
}

function HowToCheck({ appUrl, logKey }: { appUrl: string; logKey: string }) {
  return (
    <Block id="check" title="Check a proof">
      <div className="stack">
        <p>
          A proof file shows that an event is in the log, without this server. You get it for your own events at{" "}
          <code>/api/history/&lt;stream&gt;/&lt;revision&gt;/proof</code>. With the file of a dataset&rsquo;s version it
          shows that these rows were published. <a href="/verify.mjs">verify.mjs</a> needs Node.js 20 and nothing else.
        </p>
        <CodeBlock
          name="commands"
          text={`curl --fail -O ${appUrl}/verify.mjs\nnode verify.mjs rivers.csv rivers.tlog-proof --key ${logKey}`}
        />
        <p>
          The addresses under /log use the formats of <a href="https://c2sp.org/tlog-tiles">c2sp.org/tlog-tiles</a>,
          which other programs can read.
        </p>
      </div>
    </Block>
  );
}
