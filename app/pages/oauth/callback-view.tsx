import { ButtonLink } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Gate } from "../../ui/frames/gate.tsx";

export type CallbackViewProps = { sentence: string };

/** A redirect from an API that cannot be used. */
export function CallbackView({ sentence }: CallbackViewProps) {
  return (
    <Gate title="Sign in to an API">
      <Notice tone="bad" title={sentence} role="alert">
        Nothing was kept. Open the connector and sign in from there once more.
      </Notice>
      <ButtonLink to="/manage">Manage Data</ButtonLink>
    </Gate>
  );
}
