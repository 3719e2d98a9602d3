import { Form, useNavigation } from "@remix-run/react";
import type { IconName } from "../icons/icon-name.ts";
import type { ReactNode } from "react";
import { Button } from "../controls/button.tsx";

/** A button that posts one intent with some fields to its page, or to that of `action`; `more`: hidden fields that know their own value. */
export function PostButton({
  intent,
  action,
  fields = {},
  more,
  off = false,
  children,
  ...look
}: {
  intent: string;
  action?: string;
  fields?: Record<string, string>;
  more?: ReactNode;
  kind?: "primary" | "plain" | "quiet";
  small?: boolean;
  icon?: IconName;
  title?: string;
  off?: boolean;
  children: ReactNode;
}) {
  const posted = useNavigation().formData;
  const busy =
    posted?.get("intent") === intent && Object.entries(fields).every(([name, value]) => posted.get(name) === value);
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {more}
      <Button {...look} off={busy || off}>
        {children}
      </Button>
    </Form>
  );
}
