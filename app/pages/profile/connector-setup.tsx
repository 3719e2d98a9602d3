import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { chosenAuth } from "#domain/connector-language/definition.ts";
import { signInHost, signsInByBrowser } from "#domain/connector-language/sign-in.ts";
import { begin, redirectUriOf, signInOf } from "../../connectors/api-sign-in-calls.ts";
import { activate, migrate } from "../../connectors/connector-calls.ts";
import { causeOf } from "../../http/cause.ts";
import { goOnWith, notThere, readForm, refusedForm, viewerOf } from "../../http/page.ts";
import type { AppContext } from "../../platform.ts";
import { definitionOf } from "./connector-page.ts";
import { ConnectorSetupView, type ConnectorSetupViewProps } from "./connector-setup-view.tsx";
import { authFields, authName, consentAsked } from "./definition-fields.ts";
import { onFormFields, postedAuth } from "./setup-form.ts";

export const meta: MetaFunction = () => [{ title: "Connector setup | Tributary" }];

/** `?auth=`: which of several ways to sign in, from 0. */
function choiceOf(request: Request, ways: number): number {
  const asked = Number(new URL(request.url).searchParams.get("auth") ?? 0);
  return Number.isInteger(asked) && asked >= 0 && asked < ways ? asked : 0;
}

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<ConnectorSetupViewProps> {
  const viewer = await viewerOf(context, request);
  const { catalogue, instances } = context.platform.queries;
  const item = await catalogue.connector(params["id"] ?? "", viewer.id);
  const definition = item && definitionOf(item);
  if (!definition) return notThere();
  const choice = choiceOf(request, definition.auths.length);
  const auth = chosenAuth(definition, choice);
  const connected = await instances.ofOwnerAndRoot(viewer.id, item.root_id);
  return {
    connector: { id: item.id, title: item.title, description: item.description, version: item.version },
    ways: definition.auths.map((auth, at) => ({ label: authName(auth), href: `?auth=${at}`, current: at === choice })),
    auth_fields: authFields(definition, choice),
    consent: consentAsked(definition, choice),
    sign_in: signsInByBrowser(auth, new Map()) ? { host: signInHost(auth, new Map()), redirect_uri: redirectUriOf(context.platform) } : null,
    moving: connected !== null && connected.connector_id !== item.id,
  };
}

/** Activates the connector, or moves the viewer's connection to this version with the credentials that were entered. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const { platform } = context;
  const item = await platform.queries.catalogue.connector(params["id"] ?? "", viewer.id);
  const definition = item && definitionOf(item);
  if (!definition) return notThere();
  const choice = choiceOf(request, definition.auths.length);
  const auth = postedAuth(form, definition, choice);
  const there = `/connector_profile/${item.id}`;
  const connected = await platform.queries.instances.ofOwnerAndRoot(viewer.id, item.root_id);
  if (connected && connected.connector_id !== item.id) {
    const migrated = await migrate(platform, { from: connected.connector_id, to: item.id, auth }, viewer, causeOf(context));
    return migrated.ok ? onwards(context, viewer.id, migrated.value.id, there, "Connector migrated successfully!") : refusedForm(onFormFields(migrated, form, definition), form);
  }
  const activated = await activate(platform, item.id, { authChoice: choice, auth }, viewer, causeOf(context));
  return activated.ok ? onwards(context, viewer.id, activated.value.id, there, "Connector activated!") : refusedForm(onFormFields(activated, form, definition), form);
}

/** To the profile, or first to the API's own sign-in where there is one to do. */
async function onwards(context: AppContext, viewerId: string, instanceId: string, there: string, sentence: string) {
  const { platform, session } = context;
  const signIn = await signInOf(platform, instanceId, viewerId);
  const begun = signIn && signIn.status !== "signed-in" && session ? await begin(platform, instanceId, { by: viewerId, sid: session.sid }) : null;
  return goOnWith.success(begun?.ok ? begun.value.goOn : there, sentence);
}

export default function ConnectorSetup() {
  const answer = useActionData<typeof action>();
  const props = useLoaderData<typeof loader>();
  return <ConnectorSetupView key={props.ways.findIndex(({ current }) => current)} {...props} {...(answer ? { form: answer.form } : {})} />;
}
