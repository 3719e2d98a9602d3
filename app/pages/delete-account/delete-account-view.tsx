import { Form, useNavigation } from "@remix-run/react";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { ErrorLine } from "../../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../../ui/form/form-state.ts";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";

type DeleteAccountViewProps = { name: string; email: string; form?: FormState };

/** What goes and what stays, and the password. */
export function DeleteAccountView({ name, email, form }: DeleteAccountViewProps) {
  const ref = useFocusOnError(form);
  const busy = useNavigation().state === "submitting";
  return (
    <ReadingPage title="Delete your account" lead={`${name}, ${email}`}>
      <p>This cannot be undone. Download your data first if you want to keep it.</p>
      <h2>What is deleted</h2>
      <ul className="bullets">
        <li>Your name, e-mail address and password. Others can take the name and the address.</li>
        <li>Your connections with their settings, credentials and output tables.</li>
        <li>Your datasets. One that others use is hidden, and deleted when the last of them leaves.</li>
        <li>Your connectors. One that others use becomes inactive, and is deleted when the last of them leaves.</li>
        <li>Your drafts, API keys, access to datasets, requests for access, likes and notices.</li>
      </ul>
      <h2>What stays</h2>
      <ul className="bullets">
        <li>Blog posts. They name no author.</li>
        <li>The history of what happened, for auditors. Your name and address are no longer in it.</li>
        <li>Mails that were sent, in the mailboxes of their recipients.</li>
      </ul>
      <Form method="post" className="panel panel-body stack account-form" ref={ref}>
        <PasswordField
          label="Current password"
          name="password"
          autoComplete="current-password"
          required={false}
          state={form}
        />
        {form?.message && <ErrorLine>{form.message}</ErrorLine>}
        <div className="dialog-foot">
          <ButtonLink to="/account">Cancel</ButtonLink>
          <Button kind="danger-solid" off={busy}>
            Delete my account
          </Button>
        </div>
      </Form>
    </ReadingPage>
  );
}
