import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { MIN_PASSWORD_LENGTH } from "#domain/user/password-length.ts";
import { KeepPrograms } from "../../programs/keep-programs.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { Pager } from "../../ui/controls/pager.tsx";
import { Badge } from "../../ui/data/badge.tsx";
import { ErrorLine } from "../../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../../ui/form/form-state.ts";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { PostButton } from "../../ui/form/post-button.tsx";
import { Block } from "../../ui/layout/block.tsx";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { Ago, Day } from "../../ui/time/time.tsx";
import type { AccountTab } from "./account-page.ts";
import { formOf } from "./form-of.ts";
import { useResetAfter } from "./use-reset-after.ts";

type SecurityTabProps = AccountTab<"security"> & { form: FormState | undefined };

/** Posts `intent` change-password with `old_password`, `password`, `confirm` and `keep_keys`, and end-session with `session`. */
export function SecurityTab({ email, programs, sessions, pages, now, form }: SecurityTabProps) {
  return (
    <>
      <PasswordForm email={email} programs={programs} now={now} form={formOf(form, "change-password")} />
      <Block id="sessions-title" title="Sessions" meta="Browsers and programs that are logged in to your account">
        <ul className="panel managed">
          {sessions.map((session) => (
            <Session key={session.sid} {...session} now={now} />
          ))}
        </ul>
        <Pager {...pages} label="Pages of sessions" />
      </Block>
    </>
  );
}

type PasswordFormProps = Pick<SecurityTabProps, "email" | "programs" | "now" | "form">;

function PasswordForm({ email, programs, now, form }: PasswordFormProps) {
  const ref = useFocusOnError(form);
  const hydrated = useHydrated();
  const [filled, setFilled] = useState(false);
  const busy = useNavigation().formData?.get("intent") === "change-password";
  useResetAfter("change-password", { form: ref, refused: form, onReset: () => setFilled(false) });
  return (
    <Block id="password-title" title="Password">
      <Form
        method="post"
        className="panel panel-body stack account-form"
        ref={ref}
        preventScrollReset
        onInput={({ currentTarget }) => {
          const fields = new FormData(currentTarget);
          setFilled(["old_password", "password", "confirm"].every((name) => fields.get(name) !== ""));
        }}
      >
        <input type="hidden" name="intent" value="change-password" />
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Current password" name="old_password" autoComplete="current-password" state={form} />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          minLength={MIN_PASSWORD_LENGTH}
          state={form}
          hint={`At least ${MIN_PASSWORD_LENGTH} characters. You'll be logged out everywhere else.`}
        />
        <PasswordField label="Confirm new password" name="confirm" autoComplete="new-password" state={form} />
        <KeepPrograms programs={programs} now={now} kept={(form?.values?.["keep_keys"] ?? "yes") === "yes"} />
        {form?.message && <ErrorLine>{form.message}</ErrorLine>}
        <Button off={busy || (hydrated && !filled)}>Change password</Button>
      </Form>
    </Block>
  );
}

type SessionProps = SecurityTabProps["sessions"][number] & { now: string };

function Session({ sid, device, loggedInAt, lastSeenAt, isThis, now }: SessionProps) {
  return (
    <li>
      <div>
        <h3 className="name">
          {device} {isThis && <Badge tone="ok">This session</Badge>}
        </h3>
        <p className="meta row">
          <Ago prefix="last seen " at={lastSeenAt} now={now} />
          <span>
            logged in on <Day at={loggedInAt} />
          </span>
        </p>
      </div>
      {!isThis && (
        <div className="acts">
          <PostButton intent="end-session" fields={{ session: sid }} small>
            End this session
            <span className="visually-hidden"> {device}</span>
          </PostButton>
        </div>
      )}
    </li>
  );
}
