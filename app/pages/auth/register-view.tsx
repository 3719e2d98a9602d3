import { Form, Link, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { MAX_NAME_LENGTH } from "#domain/user/name-length.ts";
import { MIN_PASSWORD_LENGTH } from "#domain/user/password-length.ts";
import { hrefWithReturn } from "../../local-path.ts";
import { Button } from "../../ui/controls/button.tsx";
import { CheckField, ErrorLine, TextField } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { useFocusOnError } from "../../ui/form/form-state.ts";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { FaultNotice } from "../../ui/feedback/fault-notice.tsx";
import { Gate } from "../../ui/frames/gate.tsx";
import { ResendForm } from "./login-view.tsx";
import { EmailField, useTypedEmail } from "./typed-email.tsx";

export type RegisterViewProps = {
  form?: FormState;
  /** The page of ours to open after the first login. */
  redirect?: string;
  /** The address to which the verification mail was sent. */
  sentTo?: string;
  /** This server stores its mails, and this viewer may read them. */
  outbox?: boolean;
};

export function RegisterView({ form, redirect, sentTo, outbox = false }: RegisterViewProps) {
  if (sentTo) {
    return (
      <Gate title="Check your mail">
        <Notice
          tone="ok"
          title={
            <>
              A link is on its way to <strong>{sentTo}</strong>.
            </>
          }
          role="status"
        >
          Open it to verify your e-mail, then log in.
        </Notice>
        {outbox && (
          <p>
            This server keeps its mails instead of sending them. <Link to="/outbox">Open the outbox</Link>
          </p>
        )}
        <ResendForm email={sentTo} redirect={redirect} />
        <p className="quiet">
          <Link to={hrefWithReturn("/login", redirect)}>Go to Login</Link>
        </p>
      </Gate>
    );
  }
  return <RegisterForm form={form} redirect={redirect} />;
}

function RegisterForm({ form, redirect }: Pick<RegisterViewProps, "form" | "redirect">) {
  const ref = useFocusOnError(form);
  const hydrated = useHydrated();
  const busy = useNavigation().state === "submitting";
  const [complete, setComplete] = useState(false);
  const typed = useTypedEmail(form);
  const off = hydrated && !complete;
  const judge = (form: HTMLFormElement) => {
    const filled = new FormData(form);
    setComplete(["name", "email", "password", "terms"].every((name) => String(filled.get(name) ?? "").trim() !== ""));
  };
  useEffect(() => {
    if (ref.current) judge(ref.current);
  }, [ref]);
  return (
    <Gate title="Register">
      <Form
        className="panel"
        method="post"
        ref={ref}
        onChange={(event) => {
          judge(event.currentTarget);
          typed.onChange(event);
        }}
      >
        <Fields form={form} typed={typed} />
        <Terms form={form} />
        <FaultNotice form={form} />
        {form && !form.errors && <ErrorLine>{form.message ?? "Registration failed"}</ErrorLine>}
        <div className="grid gap-1">
          <Button kind="primary" block off={off || busy} aria-describedby="register-why">
            {busy ? "Registering" : "Register"}
          </Button>
          <p className="hint" id="register-why">
            {off ? "Fill in all three fields and accept the terms." : "We'll e-mail you a link to verify your address."}
          </p>
        </div>
      </Form>
      <p className="quiet">
        Already registered?{" "}
        <Link to={hrefWithReturn("/login", redirect)} state={typed.state}>
          Login
        </Link>
      </p>
    </Gate>
  );
}

function Fields({ form, typed }: Pick<Parameters<typeof EmailField>[0], "form" | "typed">) {
  return (
    <>
      <TextField label="Full name" name="name" autoComplete="name" required maxLength={MAX_NAME_LENGTH} state={form} />
      <EmailField form={form} typed={typed} autoComplete="email" />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        minLength={MIN_PASSWORD_LENGTH}
        state={form}
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
      />
    </>
  );
}

function Terms({ form }: Pick<RegisterViewProps, "form">) {
  return (
    <CheckField
      label={
        <>
          I accept the <Link to="/terms">terms</Link> and the <Link to="/imprint">privacy policy</Link>
        </>
      }
      name="terms"
      value="accepted"
      required
      state={form}
    />
  );
}
