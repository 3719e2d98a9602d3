import { Form, useNavigation } from "@remix-run/react";
import { Pencil, Plug } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { counted } from "../../ui/format.ts";
import { Day } from "../../ui/time.tsx";
import { type ConnectorProfileViewProps, inactiveSentence } from "./connector-shown.ts";

/** One button that posts an intent with some fields. */
export function Post({ intent, fields = {}, kind, children, icon }: { intent: string; fields?: Record<string, string>; kind?: "primary" | "plain" | "quiet"; children: ReactNode; icon?: typeof Plug }) {
  const busy = useNavigation().formData?.get("intent") === intent;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <Button kind={kind} icon={icon} off={busy} small={kind === undefined}>{children}</Button>
    </Form>
  );
}

/** What the person looking may do: connect or remove, and the owner edit, take out of use and delete. */
export function ConnectorState(props: ConnectorProfileViewProps) {
  const { connector, instance, owned } = props;
  return (
    <>
      {instance && <span className="status status-ok">Connected to v{instance.version} since <Day at={instance.since} /></span>}
      {instance
        ? (
          <Confirm name="remove" label="Remove" kind="quiet" small={false} title={`Remove your connection to ${connector.title}?`} verb="Remove" fields={{ intent: "remove" }}>
            <p>Its output table <code>{instance.output_table_name}</code> is deleted, its stored secrets too, and every stream that reads it stops. Datasets made of it keep their last complete pull.</p>
          </Confirm>
        )
        : <Connect {...props} />}
      {owned && (
        <>
          <Form method="post"><input type="hidden" name="intent" value="edit" /><Button icon={Pencil} off={connector.status === "inactive"} title={connector.status === "inactive" ? "An inactive version cannot be edited." : undefined}>Edit</Button></Form>
          {connector.status !== "inactive" && (
            <Confirm name="deactivate" label="Make inactive" kind="plain" small={false} title={`Make v${connector.version} inactive?`} verb="Make inactive" fields={{ intent: "deactivate" }}>
              <p>It accepts no new connections. {connector.subscriber_count > 0 ? `${counted(connector.subscriber_count, "user")} keep theirs.` : "Nobody is connected now."}</p>
            </Confirm>
          )}
          <Confirm name="delete" label="Delete" small={false} title={`Delete ${connector.title}?`} verb="Delete" fields={{ intent: "delete" }}>
            <p>{connector.subscriber_count > 0 ? `${counted(connector.subscriber_count, "user")} are connected: it becomes inactive and goes when the last one leaves.` : "All its versions leave the DataStore. Its history stays for auditors."}</p>
          </Confirm>
        </>
      )}
    </>
  );
}

function Connect({ connector, signedIn, connectNeedsSetup, owned }: ConnectorProfileViewProps) {
  if (connector.is_draft) return null;
  if (connector.status !== "active") {
    return (
      <span className="row">
        <span className="meta">{inactiveSentence}</span>
        <Button icon={Plug} off title={inactiveSentence}>Connect</Button>
      </span>
    );
  }
  const kind = owned ? "plain" : "primary";
  if (!signedIn) return <ButtonLink kind={kind} icon={Plug} to={`/login?redirect=${encodeURIComponent(`/connector_profile/${connector.id}`)}`}>Connect</ButtonLink>;
  if (connectNeedsSetup) return <ButtonLink kind={kind} icon={Plug} to={`/connector-setup/${connector.id}`}>Connect</ButtonLink>;
  return <Post intent="connect" kind={kind} icon={Plug}>Connect</Post>;
}
