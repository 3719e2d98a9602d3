import { Fragment, type ReactNode } from "react";

/** A name or an address that is wrapped after its separators rather than in a word. */
export function Wrappable({ text }: { text: string }): ReactNode {
  return text.split(/(?<=[/_.-])(?=[^/])/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
