import { Form, Link, useNavigation } from "@remix-run/react";
import { hrefWithReturn } from "../../local-path.ts";
import { Button } from "../../ui/controls/button.tsx";
import { ErrorLine } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { useFocusOnError } from "../../ui/form/form-state.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Gate } from "../../ui/frames/gate.tsx";
import { EmailField, useTypedEmail } from "./typed-email.tsx";

/** `message`: the server's answer, the same for known and unknown addresses. `redirect`: the page of ours to open after login. */
export type ForgotPasswordViewProps = { form?: FormState; message?: string; redirect?: string | undefined };

export function ForgotPasswordView({ form, message, redirect }: ForgotPasswordViewProps) {
  const ref = useFocusOnError(form);
  const busy = useNavigation().state === "submitting";
  const typed = useTypedEmail(form);
  return (
    <Gate title="Forgot password">
      {message ? (
        <Notice tone="ok" title={message} role="status" />
      ) : (
        <Form
          className="panel"
          method="post"
          action={hrefWithReturn("/forgot-password", redirect)}
          ref={ref}
          onChange={typed.onChange}
        >
          <EmailField
            form={form}
            typed={typed}
            autoComplete="username"
            hint="We'll e-mail you a link to set a new password."
          />
          {form?.message && <ErrorLine>{form.message}</ErrorLine>}
          <Button kind="primary" block off={busy}>
            Send the link
          </Button>
        </Form>
      )}
      <p className="quiet">
        <Link to={hrefWithReturn("/login", redirect)} state={typed.state}>
          Back to Login
        </Link>
      </p>
    </Gate>
  );
}
