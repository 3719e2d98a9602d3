import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { ErrorLine, TextField } from "../../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../../ui/form/form-state.ts";
import { HistoryLink } from "../../history/history-link.tsx";
import { Block } from "../../ui/layout/block.tsx";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import type { AccountTab } from "./account-page.ts";
import { EmailStep } from "./email-step.tsx";
import { formOf } from "./form-of.ts";
import { useResetAfter } from "./use-reset-after.ts";

type ProfileTabProps = AccountTab<"account"> & { form: FormState | undefined; confirm: string | undefined };

/** Posts `intent` rename with `name`, ask-email with `new_email`, and change-email with `new_email` and `password`. */
export function ProfileTab({ id, name, email, form, confirm }: ProfileTabProps) {
  const refused = formOf(form, "change-email");
  const address = formOf(form, "ask-email") ?? (refused?.errors?.["new_email"] ? refused : undefined);
  const waiting = confirm ?? (address ? undefined : refused?.values?.["new_email"]);
  return (
    <>
      <NameForm key={name} name={name} form={formOf(form, "rename")} />
      <EmailForm key={email} email={email} form={address} refused={refused} typed={waiting} />
      {waiting !== undefined && <EmailStep email={waiting} form={refused} />}
      <OwnDataBlock userId={id} />
    </>
  );
}

function OwnDataBlock({ userId }: { userId: string }) {
  return (
    <Block id="own-data-title" title="Your data">
      <div className="panel panel-body stack account-form">
        <p>
          One JSON file with everything we store about you: your profile, what you made and use, and your history. It
          has no secrets in it.
        </p>
        <p>
          <a className="btn" href="/api/users/me/export" download>
            Download my data
          </a>
        </p>
        <p>
          <HistoryLink kind="user" id={userId} own />
        </p>
        <p>
          You can delete your account with your datasets, connectors and connections. We ask for your password first.
        </p>
        <p>
          <ButtonLink kind="danger" to="/account/delete">
            Delete my account
          </ButtonLink>
        </p>
      </div>
    </Block>
  );
}

function NameForm({ name, form }: { name: string; form: FormState | undefined }) {
  const ref = useFocusOnError(form);
  const busy = useNavigation().formData?.get("intent") === "rename";
  return (
    <Block id="name-title" title="Name">
      <Form method="post" className="panel panel-body stack account-form" ref={ref} preventScrollReset>
        <input type="hidden" name="intent" value="rename" />
        <TextField
          label="User name"
          name="name"
          autoComplete="nickname"
          defaultValue={name}
          required
          state={form}
          hint="Shown as the author of what you publish."
        />
        {form?.message && <ErrorLine>{form.message}</ErrorLine>}
        <Button off={busy}>Save name</Button>
      </Form>
    </Block>
  );
}

type EmailFormProps = {
  email: string;
  form: FormState | undefined;
  /** The refusal of the password for it. */
  refused: FormState | undefined;
  typed: string | undefined;
};

function EmailForm({ email, form, refused, typed }: EmailFormProps) {
  const ref = useFocusOnError(form);
  const hydrated = useHydrated();
  const [entered, setEntered] = useState((typed ?? form?.values?.["new_email"] ?? "") !== "");
  const busy = useNavigation().formData?.get("intent") === "ask-email";
  useResetAfter("change-email", { form: ref, refused, onReset: () => setEntered(false) });
  return (
    <Block id="email-title" title="E-mail">
      <Form method="post" className="panel panel-body stack account-form" ref={ref} preventScrollReset>
        <input type="hidden" name="intent" value="ask-email" />
        <p>
          Your address is <strong className="wrap-anywhere">{email}</strong>.
        </p>
        <TextField
          label="New e-mail"
          name="new_email"
          type="email"
          autoComplete="email"
          defaultValue={typed}
          required
          state={form}
          onInput={({ currentTarget }) => setEntered(currentTarget.value.trim() !== "")}
          hint="We ask for your password and mail a link to the new address. Your address changes when you open the link."
        />
        {form?.message && <ErrorLine>{form.message}</ErrorLine>}
        <Button off={busy || (hydrated && !entered)}>Save e-mail</Button>
      </Form>
    </Block>
  );
}
