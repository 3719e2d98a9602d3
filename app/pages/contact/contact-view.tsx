import { Form, useNavigation } from "@remix-run/react";
import { Button } from "../../ui/controls/button.tsx";
import { ErrorLine, TextArea, TextField } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { useFocusOnError } from "../../ui/form/form-state.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";

/**
 * `embedUrl`: an external form to show in place of ours. `sent`: the answer after our form was posted (`name`, `email`,
 * `message`).
 */
export type ContactViewProps = { embedUrl: string | null; sent?: string; form?: FormState };

export function ContactView({ embedUrl, sent, form }: ContactViewProps) {
  const ref = useFocusOnError(form);
  const busy = useNavigation().state === "submitting";
  if (embedUrl) {
    return (
      <ReadingPage title="Contact">
        <iframe className="embed" src={embedUrl} title="Contact form" height={1630} loading="lazy" />
      </ReadingPage>
    );
  }
  return (
    <ReadingPage title="Contact" lead="Your message goes to the people who run this site.">
      {sent ? (
        <Notice tone="ok" role="status" title={sent} />
      ) : (
        <Form className="panel max-w-form" method="post" ref={ref}>
          <div className="panel-body stack">
            <TextField label="Your name" name="name" autoComplete="name" required maxLength={100} state={form} />
            <TextField
              label="E-mail"
              name="email"
              type="email"
              autoComplete="email"
              required
              state={form}
              hint="Used only to answer you."
            />
            <TextArea label="Message" name="message" rows={6} required maxLength={5000} state={form} />
            {form?.message && <ErrorLine>{form.message}</ErrorLine>}
            <Button kind="primary" off={busy}>
              Send message
            </Button>
          </div>
        </Form>
      )}
    </ReadingPage>
  );
}
