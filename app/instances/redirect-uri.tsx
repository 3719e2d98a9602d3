import { CopyButton } from "../ui/controls/copy-button.tsx";

/** The redirect URI with which an app must be registered at the API. */
export function RedirectUri({ uri }: { uri: string }) {
  return (
    <div className="field">
      <span className="label">Redirect URI</span>
      <div className="row">
        <code>{uri}</code>
        <CopyButton text={uri} name="Copy the redirect URI" />
      </div>
      <p className="hint">Register your app at the API with exactly this address.</p>
    </div>
  );
}
