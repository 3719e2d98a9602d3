import { Form, useNavigation } from "@remix-run/react";
import { Pencil, Plug } from "lucide-react";
import type { ReactNode } from "react";
import { hrefWithReturn } from "../../local-path.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import { counted, plural } from "../../ui/data/format.ts";
import { Day } from "../../ui/time/time.tsx";
import { inactiveSentence } from "../../connectors/connector-words.ts";
import type { ConnectorProfileViewProps } from "./connector-shown.ts";
import { RemovalEffect } from "../../items/removal-effect.tsx";

/** One button that posts an intent with some fields. */
export function Post({
  intent,
  fields = {},
  kind,
  children,
  icon,
  title,
}: {
  intent: string;
  fields?: Record<string, string>;
  kind?: "primary" | "plain" | "quiet";
  children: ReactNode;
  icon?: typeof Plug;
  title?: string;
}) {
  const busy = useNavigation().formData?.get("intent") === intent;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button kind={kind} icon={icon} off={busy} small={kind === undefined} title={title}>
        {children}
      </Button>
    </Form>
  );
}

/** What the person looking may do: connect, move or remove, and the owner edit, take out of use and delete. */
export function ConnectorState(props: ConnectorProfileViewProps) {
  const { connector, instance, owned } = props;
  return (
    <>
      {instance && (
        <span className="status status-ok">
          <span>
            Connected to v{instance.version} since <Day at={instance.since} />
          </span>
        </span>
      )}
      {instance && <Move {...props} />}
      {instance ? (
        <Confirm
          name="remove"
          label="Remove"
          kind="quiet"
          small={false}
          title={`Remove your connection to ${connector.title}?`}
          verb="Remove"
          fields={{ intent: "remove" }}
        >
          <RemovalEffect tables={instance.tables.map(({ table_name }) => table_name)} />
        </Confirm>
      ) : (
        <Connect {...props} />
      )}
      {owned && <Owner {...props} />}
    </>
  );
}

/** Connecting to another version than the connected one moves the connection; it is no new one, so older versions take it too. */
function Move({ connector, instance }: ConnectorProfileViewProps) {
  if (!instance || instance.connector_id === connector.id) return null;
  if (connector.status === "inactive")
    return (
      <Button icon={Plug} off title={inactiveSentence}>
        Connect
      </Button>
    );
  return (
    <Post
      intent="migrate"
      fields={{ to: connector.id }}
      kind="plain"
      icon={Plug}
      title={`Moves your connection from v${instance.version} to v${connector.version}`}
    >
      Connect
    </Post>
  );
}

function Owner({ connector }: ConnectorProfileViewProps) {
  const inactive = connector.status === "inactive";
  const users = counted(connector.subscriber_count, "user");
  return (
    <>
      <Form method="post">
        <input type="hidden" name="intent" value="edit" />
        <Button icon={Pencil} off={inactive} title={inactive ? "An inactive version cannot be edited." : undefined}>
          Edit
        </Button>
      </Form>
      {inactive ? (
        <Post intent="reactivate" kind="plain">
          Make active
        </Post>
      ) : (
        <Confirm
          name="deactivate"
          label="Make inactive"
          kind="plain"
          small={false}
          title={`Make v${connector.version} inactive?`}
          verb="Make inactive"
          fields={{ intent: "deactivate" }}
        >
          <p>
            It accepts no new connections.{" "}
            {connector.subscriber_count > 0
              ? `${users} ${plural(connector.subscriber_count, "keeps", "keep")} theirs.`
              : "Nobody is connected now."}
          </p>
        </Confirm>
      )}
      <Confirm
        name="delete"
        label="Delete"
        small={false}
        title={`Delete ${connector.title}?`}
        verb="Delete"
        fields={{ intent: "delete" }}
      >
        <p>
          {connector.subscriber_count > 0
            ? `${users} ${plural(connector.subscriber_count, "is", "are")} connected: it becomes inactive and goes when the last one leaves.`
            : "All its versions leave the DataStore. Its history stays for auditors."}
        </p>
      </Confirm>
    </>
  );
}

function Connect({ connector, signedIn, connectNeedsSetup, owned }: ConnectorProfileViewProps) {
  const isLoading = useNavigation().location?.pathname === `/connector-setup/${connector.id}`;
  if (connector.is_draft) return null;
  if (connector.status !== "active") {
    return (
      <span className="row">
        <span className="meta">{inactiveSentence}</span>
        <Button icon={Plug} off title={inactiveSentence}>
          Connect
        </Button>
      </span>
    );
  }
  const kind = owned ? "plain" : "primary";
  if (!signedIn)
    return (
      <ButtonLink kind={kind} icon={Plug} to={hrefWithReturn("/login", `/connector_profile/${connector.id}`)}>
        Connect
      </ButtonLink>
    );
  if (!connectNeedsSetup)
    return (
      <Post intent="connect" kind={kind} icon={Plug}>
        Connect
      </Post>
    );
  return (
    <>
      {isLoading && (
        <span className="meta" role="status">
          Loading connector...
        </span>
      )}
      <ButtonLink kind={kind} icon={Plug} to={`/connector-setup/${connector.id}`}>
        Connect
      </ButtonLink>
    </>
  );
}
