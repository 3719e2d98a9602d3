import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";

/** Code to paste, with Copy at its right. `children` may mark up parts; `text` is what is copied. */
export function CodeBlock({ text, name, children }: { text: string; name: string; children?: ReactNode }) {
  return (
    <div className="with-copy">
      <CopyButton text={text} name={`Copy ${name}`} />
      <pre className="code" tabIndex={0} aria-label={name} role="region">
        {children ?? text}
      </pre>
    </div>
  );
}

export type UrlPart = { text: string; filled?: boolean };

/** A URL on one line that scrolls; filled-in parts are highlighted. */
export function UrlLine({ parts, method, name }: { parts: UrlPart[]; method?: string; name: string }) {
  return (
    <div className="url-line">
      {method && <span className="method">{method}</span>}
      <code tabIndex={0} role="region" aria-label={name}>
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
