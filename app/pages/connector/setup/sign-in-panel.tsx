import { Form } from "@remix-run/react";
import type { SignInShown } from "../../../instances/api-sign-in-calls.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Day } from "../../../ui/time/time.tsx";

/** Whether the instance is signed in to its API, and a link to do so. */
export function SignInPanel({ signIn: { instanceId, host, status, since } }: { signIn: SignInShown }) {
  const action = `/oauth/sign-in/${instanceId}`;
  const go = (verb: string) => (
    <Form method="post" action={action}>
      <Button small>{verb}</Button>
    </Form>
  );
  if (status === "signed-in") {
    const out = (
      <Form method="post" action={action}>
        <input type="hidden" name="intent" value="sign-out" />
        <Button small kind="quiet">
          Sign out
        </Button>
      </Form>
    );
    return (
      <Notice
        tone="ok"
        title={
          <>
            Signed in to {host}
            {since && (
              <>
                , last renewed <Day at={since} />
              </>
            )}
            .
          </>
        }
        actions={
          <>
            {go("Sign in again")}
            {out}
          </>
        }
      />
    );
  }
  const title = status === "ended" ? `The sign-in to ${host} has ended.` : `Not signed in to ${host} yet.`;
  return (
    <Notice tone="warn" title={title} actions={go(`Sign in with ${host}`)}>
      Runs need it: until then they fail before anything is sent.
    </Notice>
  );
}
