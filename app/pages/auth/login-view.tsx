import { Form, Link, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorLine, TextField } from "../../ui/field.tsx";
import type { FormState } from "../../ui/form-state.ts";
import { useFocusOnError } from "../../ui/form-state.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { showToast } from "../../ui/toaster.tsx";
import { Gate } from "./gate.tsx";

export type LoginViewProps = {
  form?: FormState;
  /** Where to go on to, a path of ours. */
  redirect?: string;
  /** Sent here by a page that needs a session. */
  sentHere?: boolean;
  /** `?verified=true`. */
  verified?: boolean;
  /** The address that was right but is not verified yet: offers to send the mail again. */
  unverified?: string;
};

const verifiedMessage = "Your e-mail is verified. You can log in now.";

export function LoginView({ form, redirect, sentHere, verified, unverified }: LoginViewProps) {
  const ref = useFocusOnError(form);
  const hydrated = useHydrated();
  const busy = useNavigation().state === "submitting";
  useEffect(() => {
    if (verified) showToast("success", verifiedMessage, "verified");
  }, [verified]);
  return (
    <Gate title="Login">
      {verified && !hydrated && <Notice tone="ok" title={verifiedMessage} role="status" />}
      {sentHere && !form && <Notice title="Please log in to access this page.">You then go on to where you were heading.</Notice>}
      <Form className="panel" method="post" action="/login" ref={ref}>
        <input type="hidden" name="intent" value="login" />
        {redirect && <input type="hidden" name="redirect" value={redirect} />}
        <TextField label="E-mail" name="email" type="email" autoComplete="username" required state={form} />
        <PasswordField
          label="Password" name="password" autoComplete="current-password" state={form}
          aside={<Link className="meta" to="/forgot-password">Forgot it?</Link>}
        />
        {form?.message && <ErrorLine>{form.message}</ErrorLine>}
        <Button kind="primary" block off={busy}>{busy ? "Logging in" : "Login"}</Button>
      </Form>
      {unverified && <ResendForm email={unverified} />}
      <p className="quiet">
        New here? <Link to="/register">Register</Link>, free with 5 datasets and 5 connectors. Or <Link to="/datastore">look around first</Link>.
      </p>
    </Gate>
  );
}

/** Sends the verification mail again; the answer is the same for every address. */
export function ResendForm({ email }: { email: string }) {
  return (
    <Form method="post" action="/login" className="row">
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="email" value={email} />
      <span className="quiet">The mail did not arrive?</span>
      <Button small>Send it again</Button>
    </Form>
  );
}
