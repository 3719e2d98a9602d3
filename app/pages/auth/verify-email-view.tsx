import { Form, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { FaultNotice } from "../../ui/feedback/fault-notice.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { Gate } from "../../ui/frames/gate.tsx";

/**
 * A mail scanner that opens the link must not use it up, so opening changes nothing: with JavaScript the page posts by itself,
 * without it the button does.
 */
export function VerifyEmailView({ form: refused }: { form: FormState | undefined }) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const posted = useRef(false);
  useEffect(() => {
    if (posted.current) return;
    posted.current = true;
    submit(form.current);
  }, [submit]);
  return (
    <Gate title="Verify e-mail">
      <Form className="panel" method="post" ref={form} replace>
        <FaultNotice form={refused} />
        {!refused && (
          <p role="status" className="status status-run">
            Verifying your email...
          </p>
        )}
        {(!hydrated || refused) && (
          <Button kind="primary" block>
            Verify e-mail
          </Button>
        )}
      </Form>
    </Gate>
  );
}
