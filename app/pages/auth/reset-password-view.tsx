import { Form, Link, useNavigation } from "@remix-run/react";
import { MIN_PASSWORD_LENGTH } from "#domain/user/password-length.ts";
import { hrefWithReturn } from "../../local-path.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { ErrorLine } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { useFocusOnError } from "../../ui/form/form-state.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { KeepPrograms } from "../../programs/keep-programs.tsx";
import type { Programs } from "../../programs/programs-of.ts";
import { Gate } from "../../ui/frames/gate.tsx";

/** `done`: the server's answer after the change. The form posts to its own page, whose path contains the token. */
export type ResetPasswordViewProps = {
  form?: FormState;
  done?: string;
  now: string;
  /** What the new password ends unless it is kept; null: the link is no longer valid. */
  programs: Programs | null;
  /** The page of ours to open after the next login. */
  redirect?: string | undefined;
};

/** Posts `password`, `confirm` and `keep_keys`. */
export function ResetPasswordView({ form, done, now, programs, redirect }: ResetPasswordViewProps) {
  const ref = useFocusOnError(form);
  const busy = useNavigation().state === "submitting";
  if (done) {
    return (
      <Gate title="Reset password">
        <Notice tone="ok" title={done} role="status" />
        <ButtonLink kind="primary" to={hrefWithReturn("/login", redirect)}>
          Go to Login
        </ButtonLink>
      </Gate>
    );
  }
  return (
    <Gate title="Reset password">
      <Form className="panel" method="post" ref={ref}>
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          minLength={MIN_PASSWORD_LENGTH}
          state={form}
          hint={`At least ${MIN_PASSWORD_LENGTH} characters. You'll be logged out everywhere.`}
        />
        <PasswordField label="Confirm password" name="confirm" autoComplete="new-password" state={form} />
        {programs && <KeepPrograms programs={programs} now={now} kept={form?.values?.["keep_keys"] === "yes"} />}
        {form?.message && <ErrorLine>{form.message}</ErrorLine>}
        <Button kind="primary" block off={busy}>
          Set New Password
        </Button>
      </Form>
      <p className="quiet">
        Has the link expired? <Link to="/forgot-password">Request another</Link>
      </p>
    </Gate>
  );
}
