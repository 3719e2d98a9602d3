import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { chosenAuth, type Definition } from "#domain/connector-language/definition/definition.ts";
import { signInHost, signsInByBrowser } from "#domain/connector-language/sign-in/sign-in.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import { choiceIn, movedSetup } from "#domain/use-cases/connecting/moved-setup.ts";
import { startConfig } from "#domain/use-cases/connecting/setup-changes.ts";
import { authForm } from "#domain/connector-language/settings/form-fields.ts";
import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import type { InstanceRow } from "#projections/instances/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { storedConfig } from "../../instances/instances.ts";
import { beginSignIn, redirectUriOf, signInOf } from "../../instances/api-sign-in-calls.ts";
import { activate, migrate } from "../../connectors/connector-calls.ts";
import type { Refused } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { orFault } from "../../http/or-fault.ts";
import type { FlashMessage } from "../../cookies.server.ts";
import { redirectTo, throwNotFound, readForm, refusedForm, text, viewerOf } from "../../http/forms/page.ts";
import type { AppContext, Platform } from "../../platform.ts";
import { useKeptForm } from "../../ui/form/kept-form.ts";
import { definitionOf } from "../../connectors/definition-of.ts";
import { ConnectorSetupView, type ConnectorSetupViewProps, type Moving } from "./connector-setup-view.tsx";
import { authName, consentAsked, consentWords, fieldsToAsk } from "../../settings-form/definition-fields.ts";
import { inactiveSentence, migrationMessage } from "../../connectors/connector-words.ts";
import { settingsFromForm } from "../../settings-form/posted-values.ts";
import { agreedHosts, onFormFields, postedAuth, typedEntries } from "../../settings-form/setup-form.ts";
import { testFromForm } from "../../trying/test-action.ts";
import { isTestIntent } from "../../trying/test-result.ts";
import { agreedConsent } from "#domain/use-cases/api-access/agreed-consent.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: data ? `Set up ${data.connector.title} | Tributary` : "Item not found | Tributary",
    noindex: true,
  });

/** `?auth=`: number of the chosen auth, from 0. An instance that moves keeps its number if the version has one. */
function choiceOf(request: Request, ways: number): number {
  const asked = Number(new URL(request.url).searchParams.get("auth") ?? 0);
  return Number.isInteger(asked) && asked >= 0 && asked < ways ? asked : 0;
}

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<ConnectorSetupViewProps> {
  const viewer = await viewerOf(context, request);
  const { platform } = context;
  const item = await platform.queries.catalogue.connector(params["id"] ?? "", viewer.id);
  const definition = item && definitionOf(item);
  if (!definition) return throwNotFound();
  const row = await platform.queries.instances.ofOwnerAndRoot(viewer.id, item.rootId);
  if (row?.connectorId === item.id) throw redirect(`/connector_profile/${item.id}?tab=setup`);
  const moving = row && (await movingFrom(platform, row, item, definition, viewer));
  const choice = moving ? moving.choice : choiceOf(request, definition.auths.length);
  const auth = chosenAuth(definition, choice);
  return {
    connector: { id: item.id, title: item.title, description: item.description, version: item.version },
    ways: moving
      ? []
      : definition.auths.map((auth, at) => ({ label: authName(auth), href: `?auth=${at}`, current: at === choice })),
    authFields: authForm(definition, choice),
    settingFields: fieldsToAsk(definition, moving ? moving.settings : startConfig(definition).settings),
    consent: {
      ...consentAsked(definition, choice, moving ? moving.settings : {}),
      tables: definition.operations.length,
    },
    signIn: signsInByBrowser(auth, new Map())
      ? { host: signInHost(auth, new Map()), redirectUri: redirectUriOf(context.platform) }
      : null,
    moving: moving && moving.shown,
    blocked: item.status === "inactive" || (!row && item.status !== "active") ? inactiveSentence : null,
  };
}

/** What moving the instance to this version changes in its user's consent. */
async function movingFrom(
  platform: Platform,
  row: InstanceRow,
  item: ConnectorItem,
  definition: Definition,
  viewer: UserRow,
): Promise<{ choice: number; settings: JsonObject; shown: Moving }> {
  const before = await storedConfig(platform, row, viewer);
  const from = await platform.queries.catalogue.connector(row.connectorId, viewer.id);
  const move = { agreed: agreedConsent(row), from: from && definitionOf(from), to: definition, before };
  return {
    choice: choiceIn(move),
    settings: before.settings,
    shown: { from: from?.version ?? item.version, change: movedSetup(move).change },
  };
}

type Asked = {
  readonly context: AppContext;
  readonly viewer: UserRow;
  readonly item: ConnectorItem;
  readonly definition: Definition;
  readonly form: FormData;
  /** Number of the auth in the URL. */
  readonly choice: number;
};

/** Activates the connector, or moves the viewer's instance to this version with the entered credentials. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const { queries } = context.platform;
  const item = await queries.catalogue.connector(params["id"] ?? "", viewer.id);
  const definition = item && definitionOf(item);
  if (!definition) return throwNotFound();
  const asked: Asked = { context, viewer, item, definition, form, choice: choiceOf(request, definition.auths.length) };
  const intent = text(form, "intent");
  if (isTestIntent(intent)) return tryOut(asked, intent);
  const row = await queries.instances.ofOwnerAndRoot(viewer.id, item.rootId);
  return row && row.connectorId !== item.id ? move(asked, row) : connect(asked);
}

function tryOut({ context, viewer, item, definition, form, choice }: Asked, intent: string) {
  return testFromForm({
    platform: context.platform,
    viewer,
    signal: context.signal,
    form,
    intent,
    what: { kind: "version", connectorId: item.id },
    definition,
    changes: {
      ok: true,
      value: {
        authChoice: choice,
        auth: postedAuth(form, definition, choice),
        ...settingsIfAny(startSettings(form, definition)),
      },
    },
  });
}

async function move(asked: Asked, row: InstanceRow) {
  const { context, viewer, item, definition, form } = asked;
  const { platform } = context;
  const { choice, settings } = await movingFrom(platform, row, item, definition, viewer);
  const target = {
    from: row.connectorId,
    to: item.id,
    auth: postedAuth(form, definition, choice),
    ...settingsIfAny(askedSettings(form, definition, settings)),
    namedHosts: { shown: agreedHosts(form) },
  };
  const migrated = await orFault(context, "Migration failed", () =>
    migrate(platform, target, viewer, causeOf(context)),
  );
  if (!migrated.ok) return refusedSetup(asked, migrated);
  const { id, unknownSettings } = migrated.value;
  return redirectAfterSetup(context, viewer.id, id, profileOf(item), migrationMessage(item.version, unknownSettings));
}

async function connect(asked: Asked) {
  const { context, viewer, item, definition, form, choice } = asked;
  const changes = {
    authChoice: choice,
    auth: postedAuth(form, definition, choice),
    ...settingsIfAny(startSettings(form, definition)),
    namedHosts: agreedHosts(form),
  };
  const activated = await orFault(context, "Activation failed.", () =>
    activate(context.platform, item.id, changes, viewer, causeOf(context)),
  );
  if (!activated.ok) return refusedSetup(asked, activated);
  return redirectAfterSetup(context, viewer.id, activated.value.id, profileOf(item), {
    kind: "success",
    text: "Connector activated!",
  });
}

function profileOf({ id }: ConnectorItem): string {
  return `/connector_profile/${id}`;
}

/** The form again with the typed values and the refusal; if they lead to hosts that it did not show, with these. */
function refusedSetup({ form, definition }: Asked, refused: Refused) {
  const asked = refused.code === "hosts-unnamed" ? refused.facts?.consent : undefined;
  if (!asked) return refusedForm(onFormFields(refused, form, definition), form, typedEntries(form, definition));
  const { hosts, secretPlaces } = consentWords(asked);
  const unagreed = {
    ...refused,
    error: `What you entered leads to ${hosts.join(", ")}. Send the form again to agree.`,
  };
  return refusedForm(unagreed, form, typedEntries(form, definition), { from: [], to: hosts, places: secretPlaces });
}

/** The typed values of the fields that `before` leaves open. */
function askedSettings(form: FormData, definition: Definition, before: JsonObject): JsonObject {
  return settingsFromForm(fieldsToAsk(definition, before), form);
}

function settingsIfAny(settings: JsonObject): { settings?: JsonObject } {
  return Object.keys(settings).length === 0 ? {} : { settings };
}

function startSettings(form: FormData, definition: Definition): JsonObject {
  const { settings } = startConfig(definition);
  const asked = askedSettings(form, definition, settings);
  return Object.keys(asked).length === 0 ? {} : { ...settings, ...asked };
}

/** Redirects to the profile, or first to the API's own sign-in if there is one. */
async function redirectAfterSetup(
  context: AppContext,
  viewerId: string,
  instanceId: string,
  there: string,
  message: FlashMessage,
) {
  const { platform, session } = context;
  const signIn = await signInOf(platform, instanceId, viewerId);
  const begun =
    signIn && signIn.status !== "signed-in" && session
      ? await beginSignIn(platform, instanceId, { by: viewerId, sid: session.sid })
      : null;
  return redirectTo(begun?.ok ? begun.value.goOn : there, message);
}

export default function ConnectorSetup() {
  const kept = useKeptForm("connect-form");
  const form = useActionData<typeof action>()?.form ?? kept;
  const props = useLoaderData<typeof loader>();
  return (
    <ConnectorSetupView key={props.ways.findIndex(({ current }) => current)} {...props} {...(form ? { form } : {})} />
  );
}
