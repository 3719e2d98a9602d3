import type { ReactNode } from "react";
import { codeWords } from "./code-words.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { Wrappable } from "./wrappable.tsx";

/** Code with its strings, keywords and names in colours. */
export function ColouredCode({ text }: { text: string }) {
  return codeWords(text).map(({ text: piece, kind }, at) =>
    kind === null ? (
      piece
    ) : (
      <span className={kind} key={at}>
        {piece.includes("://") ? <Wrappable text={piece} /> : piece}
      </span>
    ),
  );
}

/**
 * Code to paste, with Copy at its right. `text` is what is copied; `shown` the same with a secret masked; `children` may
 * mark up parts in their own way.
 */
export function CodeBlock({
  text,
  shown = text,
  name,
  children,
}: {
  text: string;
  shown?: string;
  name: string;
  children?: ReactNode;
}) {
  return (
    <div className="with-copy">
      <CopyButton text={text} name={`Copy ${name}`} />
      <pre className={text.includes("\n") ? "code" : "code code-line"} tabIndex={0} aria-label={name} role="region">
        {children ?? <ColouredCode text={shown} />}
      </pre>
    </div>
  );
}

export type UrlPart = { text: string; filled?: boolean };

/** A URL, whole however long it is; filled-in parts are highlighted. */
export function UrlLine({ parts, method, name }: { parts: UrlPart[]; method?: string; name: string }) {
  return (
    <div className="url-line">
      {method && <span className="method">{method}</span>}
      <code role="region" aria-label={name}>
        {parts.map((part, at) =>
          part.filled ? (
            <span className="fill" key={at}>
              {part.text}
            </span>
          ) : (
            <span key={at}>{part.text}</span>
          ),
        )}
      </code>
      <CopyButton text={parts.map((part) => part.text).join("")} name={`Copy ${name}`} small={false} />
    </div>
  );
}
