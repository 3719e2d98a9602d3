import { Form, Link, useNavigation } from "@remix-run/react";
import { Button } from "../../ui/controls/button.tsx";
import { ErrorLine, TextField } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { useFocusOnError } from "../../ui/form/form-state.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Gate } from "../../ui/frames/gate.tsx";

/** `message`: the server's answer, the same for known and unknown addresses. */
export type ForgotPasswordViewProps = { form?: FormState; message?: string };

export function ForgotPasswordView({ form, message }: ForgotPasswordViewProps) {
  const ref = useFocusOnError(form);
  const busy = useNavigation().state === "submitting";
  return (
    <Gate title="Forgot password">
      {message ? (
        <Notice tone="ok" title={message} role="status" />
      ) : (
        <Form className="panel" method="post" action="/forgot-password" ref={ref}>
          <TextField
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            required
            state={form}
            hint="We'll e-mail you a link to set a new password."
          />
          {form?.message && <ErrorLine>{form.message}</ErrorLine>}
          <Button kind="primary" block off={busy}>
            Send the link
          </Button>
        </Form>
      )}
      <p className="quiet">
        <Link to="/login">Back to Login</Link>
      </p>
    </Gate>
  );
}
