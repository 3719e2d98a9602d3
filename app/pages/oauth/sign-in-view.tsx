import { Form } from "@remix-run/react";
import { ExternalLink } from "../../ui/icons/all.ts";
import type { SignInShown } from "../../instances/api-sign-in-calls.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { RedirectUri } from "../../instances/redirect-uri.tsx";
import { PageHead } from "../../ui/frames/page-head.tsx";
import { CodeList } from "../../ui/data/code-list.tsx";

export type SignInViewProps = {
  signIn: SignInShown;
  title: string;
  profileHref: string;
  redirectUri: string;
  /** The API's page, once the sign-in has begun. */
  page: string | null;
  failed?: string;
};

/** The last page of ours before the API's. It needs a link, because a form may not lead to another site. */
export function SignInView({ signIn, title, profileHref, redirectUri, page, failed }: SignInViewProps) {
  const { host, scopes, instanceId } = signIn;
  return (
    <div className="wrap">
      <PageHead
        above={[{ to: profileHref, label: title }]}
        title={`Sign in with ${host}`}
        lead={
          <>
            You leave Tributary for <strong>{host}</strong>, sign in there and allow what it asks. Then it sends you
            back here.
          </>
        }
      />
      {failed && <Notice tone="bad" title={failed} role="alert" />}
      <div className="cols">
        <section className="panel" aria-label="What happens">
          <div className="panel-body stack">
            <dl className="facts">
              <div>
                <dt>Goes to</dt>
                <dd>
                  <code>{page === null ? host : new URL(page).origin}</code>
                </dd>
              </div>
              <div>
                <dt>Asks for</dt>
                <dd>{scopes.length > 0 ? <CodeList names={scopes} /> : "the API's default"}</dd>
              </div>
            </dl>
            <RedirectUri uri={redirectUri} />
            <p className="quiet">
              What comes back is kept encrypted. The connector's author never sees it, and you can sign out at any time.
            </p>
          </div>
          <div className="panel-foot">
            {page === null ? (
              <Form method="post" action={`/oauth/sign-in/${instanceId}`}>
                <Button kind="primary">Sign in with {host}</Button>
              </Form>
            ) : (
              <a className="btn btn-primary" href={page} rel="noreferrer">
                Continue to {host} <Icon of={ExternalLink} size="sm" />
              </a>
            )}
            <ButtonLink kind="quiet" to={profileHref}>
              Cancel
            </ButtonLink>
          </div>
        </section>
      </div>
    </div>
  );
}
