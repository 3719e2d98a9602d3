import type { DefinitionLines, DiffLine, SkippedLines } from "./definition-lines.ts";
import { CodeBlock, ColouredCode } from "../../ui/code/code-block.tsx";
import { counted, formatCount } from "../../ui/data/format.ts";
import { Part } from "../../history/moment.tsx";

/** The definition of the latest version: what is different from the one before, and the whole of it. */
export function DefinitionDiff({ definition }: { definition: DefinitionLines }) {
  const { version, before, text, lines, added, removed, cut } = definition;
  if (before === null)
    return (
      <Part id="definition" title={`Definition of v${version}`} meta={counted(text.split("\n").length, "line")}>
        <div className="panel-body">
          <CodeBlock name={`definition of version ${version}`} text={text} />
        </div>
      </Part>
    );
  return (
    <Part
      id="definition"
      title={`Definition, v${before} to v${version}`}
      meta={
        <>
          <b className="plus">+{formatCount(added)}</b> <b className="minus">−{formatCount(removed)}</b>{" "}
          {added + removed === 1 ? "line" : "lines"}
        </>
      }
    >
      {added + removed === 0 ? (
        <p className="panel-body quiet">No line is different.</p>
      ) : (
        <div
          className="diff"
          tabIndex={0}
          role="region"
          aria-label={`Lines changed from version ${before} to version ${version}`}
        >
          {lines.map((line, at) => (
            <Line key={at} line={line} />
          ))}
        </div>
      )}
      {cut > 0 && <p className="panel-body quiet">And {counted(cut, "more line")}: see the whole definition.</p>}
      <details className="panel-foot whole">
        <summary>All of v{version}</summary>
        <CodeBlock name={`definition of version ${version}`} text={text} />
      </details>
    </Part>
  );
}

const SIGNS = { same: [" ", undefined, null], added: ["+", "add", "added"], removed: ["−", "del", "removed"] } as const;

function Line({ line }: { line: DiffLine | SkippedLines }) {
  if ("skipped" in line)
    return (
      <div className="skip">
        <span />
        <span />
        <span>{counted(line.skipped, "line")} without change</span>
      </div>
    );
  const [sign, look, word] = SIGNS[line.kind];
  return (
    <div className={look}>
      <span>{line.number}</span>
      <b aria-hidden="true">{sign}</b>
      <span>
        {word !== null && <span className="visually-hidden">{word}: </span>}
        <ColouredCode text={line.text} />
      </span>
    </div>
  );
}
