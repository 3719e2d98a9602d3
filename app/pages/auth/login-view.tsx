import { Form, Link, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { hrefWithReturn } from "../../local-path.ts";
import { Button } from "../../ui/controls/button.tsx";
import { ErrorLine } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { useFocusOnError } from "../../ui/form/form-state.ts";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { showToast } from "../../ui/feedback/toaster.tsx";
import { FaultNotice } from "../../ui/feedback/fault-notice.tsx";
import { Gate } from "../../ui/frames/gate.tsx";
import { EmailField, useTypedEmail } from "./typed-email.tsx";

export type LoginViewProps = {
  form?: FormState;
  /** The page of ours that needs a login and redirected here. */
  redirect?: string;
  /** `?verified=true`. */
  verified?: boolean;
  /** The correct but unverified address: offers to send the mail again. */
  unverified?: string;
};

const verifiedMessage = "Your e-mail is verified. You can log in now.";

export function LoginView({ form, redirect, verified, unverified }: LoginViewProps) {
  const ref = useFocusOnError(form);
  const hydrated = useHydrated();
  const busy = useNavigation().state === "submitting";
  const typed = useTypedEmail(form);
  useEffect(() => {
    if (verified) showToast("success", verifiedMessage, "verified");
  }, [verified]);
  return (
    <Gate title="Login">
      {verified && !form && !hydrated && <Notice tone="ok" title={verifiedMessage} role="status" />}
      {redirect && !verified && !form && (
        <Notice title="Please log in to access this page.">We'll take you back afterwards.</Notice>
      )}
      <Form className="panel" method="post" ref={ref} onChange={typed.onChange}>
        <EmailField form={form} typed={typed} autoComplete="username" autoFocus={verified === true && !form} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          state={form}
          aside={
            <Link className="meta" to={hrefWithReturn("/forgot-password", redirect)} state={typed.state}>
              Forgot it?
            </Link>
          }
        />
        <FaultNotice form={form} />
        {form?.message && <ErrorLine>{form.message}</ErrorLine>}
        <Button kind="primary" block off={busy}>
          {busy ? "Logging in" : "Login"}
        </Button>
      </Form>
      {unverified && <ResendForm email={unverified} redirect={redirect} />}
      <p className="quiet">
        New here?{" "}
        <Link to={hrefWithReturn("/register", redirect)} state={typed.state}>
          Register
        </Link>
        , free with 5 datasets and 5 connectors. Or <Link to="/datastore">look around first</Link>.
      </p>
    </Gate>
  );
}

/** Sends the verification mail again; the answer is the same for every address. */
export function ResendForm({ email, redirect }: { email: string; redirect: string | undefined }) {
  return (
    <Form method="post" action={hrefWithReturn("/login", redirect)} className="row">
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="email" value={email} />
      <span className="quiet">Didn't get the e-mail?</span>
      <Button small>Send it again</Button>
    </Form>
  );
}
