import { Dialog, DialogPanel, DialogTitle } from "@headlessui/react";
import { Form, Link, useNavigate, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { ErrorLine } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { useFocusOnError } from "../../ui/form/form-state.ts";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { useHydrated } from "../../ui/layout/hydrated.ts";

const TITLE = "Confirm with your password";

/** The password for a new address: in a dialog, and without JavaScript on the page. */
export function EmailStep({ email, form }: { email: string; form: FormState | undefined }) {
  const navigate = useNavigate();
  const close = () => navigate("/account", { replace: true, preventScrollReset: true });
  if (!useHydrated())
    return (
      <div className="scrim">
        <div className="dialog" role="dialog" aria-modal="true" aria-labelledby="email-step-title">
          <h2 id="email-step-title">{TITLE}</h2>
          <StepForm
            email={email}
            form={form}
            cancel={
              <Link className="btn" to="/account">
                Cancel
              </Link>
            }
          />
        </div>
      </div>
    );
  return (
    <Dialog className="scrim" open onClose={close}>
      <DialogPanel className="dialog">
        <DialogTitle as="h2">{TITLE}</DialogTitle>
        <StepForm
          email={email}
          form={form}
          cancel={
            <Button type="button" onClick={close}>
              Cancel
            </Button>
          }
        />
      </DialogPanel>
    </Dialog>
  );
}

function StepForm({ email, form, cancel }: { email: string; form: FormState | undefined; cancel: ReactNode }) {
  const ref = useFocusOnError(form);
  const busy = useNavigation().state === "submitting";
  return (
    <Form method="post" action="/account" className="stack email-step" ref={ref} preventScrollReset>
      <input type="hidden" name="intent" value="change-email" />
      <input type="hidden" name="new_email" value={email} />
      <p className="quiet">
        We mail a link to <strong className="wrap-anywhere">{email}</strong>. Your address changes when you open it.
      </p>
      <PasswordField
        label="Current password"
        name="password"
        autoComplete="current-password"
        required={false}
        state={form}
      />
      {form?.message && <ErrorLine>{form.message}</ErrorLine>}
      <div className="dialog-foot">
        {cancel}
        <Button kind="primary" off={busy}>
          Confirm
        </Button>
      </div>
    </Form>
  );
}
