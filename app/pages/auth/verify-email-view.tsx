import { Form, Link, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Gate } from "../../ui/layout/gate.tsx";

/** `failed`: why the link did not work. */
export type VerifyEmailViewProps = { failed?: string };

/**
 * A mail scanner that opens the link must not use it up, so opening changes nothing: with JavaScript the page posts by itself,
 * without it the button does.
 */
export function VerifyEmailView({ failed }: VerifyEmailViewProps) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const posted = useRef(false);
  useEffect(() => {
    if (failed || posted.current) return;
    posted.current = true;
    submit(form.current);
  }, [failed, submit]);
  if (failed) {
    return (
      <Gate title="Verify e-mail">
        <Notice tone="bad" title={failed} role="alert">
          The link works for 24 hours. Registering the same address again sends a new one.
        </Notice>
        <p className="quiet">
          <Link to="/register">Register</Link> or <Link to="/login">Login</Link>
        </p>
      </Gate>
    );
  }
  return (
    <Gate title="Verify e-mail">
      <Form className="panel" method="post" ref={form} replace>
        <p role="status" className="status status-run">
          Verifying your email...
        </p>
        {!hydrated && (
          <Button kind="primary" block>
            Verify e-mail
          </Button>
        )}
      </Form>
    </Gate>
  );
}
