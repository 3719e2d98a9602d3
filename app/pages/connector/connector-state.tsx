import { Form, useNavigation } from "@remix-run/react";
import { Pencil, Plug } from "../../ui/icons/all.ts";
import { hrefWithReturn } from "../../local-path.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Confirm } from "../../ui/controls/confirm.tsx";
import { counted, plural } from "../../ui/data/format.ts";
import { PostButton } from "../../ui/form/post-button.tsx";
import { Day } from "../../ui/time/time.tsx";
import { connectorOffers } from "../../offers/connector-offer.ts";
import { inactiveSentence } from "../../connectors/connector-words.ts";
import type { ConnectorProfileViewProps } from "./connector-page-model.ts";
import { ConnectorDeletion } from "../../items/deletion-effect.tsx";
import { RemovalEffect } from "../../items/removal-effect.tsx";

/** The actions of the viewer: connect, move or remove; for the owner edit, deactivate and delete. */
export function ConnectorState(props: ConnectorProfileViewProps) {
  const { connector, instance, owned, signedIn } = props;
  const active = connector.status === "active";
  const offers = connectorOffers({ signedIn, owned, connected: instance !== null, active });
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
          <RemovalEffect tables={instance.tables.map(({ tableName }) => tableName)} />
        </Confirm>
      ) : (
        <Connect {...props} />
      )}
      {offers.includes("delete") && <Owner {...props} />}
    </>
  );
}

/** Connecting to another version moves the instance; it is not a new one, so older versions allow it too. */
function Move({ connector, instance }: ConnectorProfileViewProps) {
  if (!instance || instance.connectorId === connector.id) return null;
  if (connector.status === "inactive")
    return (
      <Button icon={Plug} off title={inactiveSentence}>
        Connect
      </Button>
    );
  return (
    <PostButton
      intent="migrate"
      fields={{ to: connector.id }}
      kind="plain"
      icon={Plug}
      title={`Moves your connection from v${instance.version} to v${connector.version}`}
    >
      Connect
    </PostButton>
  );
}

function Owner({ connector, image }: ConnectorProfileViewProps) {
  const inactive = connector.status === "inactive";
  const users = counted(connector.subscriberCount, "user");
  return (
    <>
      <Form method="post">
        <input type="hidden" name="intent" value="edit" />
        <Button icon={Pencil} off={inactive} title={inactive ? "An inactive version cannot be edited." : undefined}>
          Edit
        </Button>
      </Form>
      <ButtonLink kind="quiet" to="?tab=definition#image">
        {image === null ? "Add an image" : "Change the image"}
      </ButtonLink>
      {inactive ? (
        <PostButton intent="reactivate" kind="plain">
          Make active
        </PostButton>
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
            {connector.subscriberCount > 0
              ? `${users} ${plural(connector.subscriberCount, "keeps", "keep")} theirs.`
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
        <ConnectorDeletion users={connector.subscriberCount} />
      </Confirm>
    </>
  );
}

function Connect({ connector, signedIn, connectNeedsSetup, owned }: ConnectorProfileViewProps) {
  const isLoading = useNavigation().location?.pathname === `/connector-setup/${connector.id}`;
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
      <PostButton intent="connect" kind={kind} icon={Plug}>
        Connect
      </PostButton>
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
