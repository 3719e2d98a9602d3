import { type CategoryRefusal, MAX_CATEGORIES } from "#domain/category/decider.ts";
import type { ConnectorRefusal } from "#domain/connector/decider.ts";
import type { DatasetRefusal } from "#domain/dataset/decider.ts";
import type { DataAppRefusal } from "#domain/data-app/decider.ts";
import type { DraftRefusal } from "#domain/draft/decider.ts";
import type { InstanceRefusal } from "#domain/instance/decider.ts";
import type { MigrationRefusal } from "#domain/use-cases/connecting/migrate-instance.ts";
import type { StartRunRefusal } from "#domain/use-cases/running/start-run.ts";
import type { Confirmed, TestReadRefusal } from "#domain/use-cases/trying/plan-test-read.ts";
import type { RoleRefusal } from "#domain/use-cases/administration/change-roles.ts";
import type { SkipEventRefusal } from "#domain/use-cases/administration/skip-event.ts";
import type { QuotaRefusal } from "#domain/quota/decider.ts";
import type { WeekRefusal } from "#domain/quota/weekly-runs.ts";
import type { RunRefusal } from "#domain/run/decider.ts";
import type { UserRefusal } from "#domain/user/decider.ts";
import type { ApiSignInRefusal } from "#domain/use-cases/api-access/sign-in-target.ts";
import type { CreateDraftRefusal } from "#domain/use-cases/authoring/create-draft.ts";
import type { PublishDraftRefusal } from "#domain/use-cases/authoring/publish-draft.ts";
import type { AnswerRefusal } from "#domain/use-cases/datasets/answer-request.ts";
import type { RequestAccessRefusal } from "#domain/use-cases/datasets/request-access.ts";
import type { FromAddressRefusal } from "#domain/use-cases/datasets/source/publish-from-address.ts";
import type { ShareRefusal } from "#domain/use-cases/datasets/share-dataset.ts";
import type { ConnectingRefusal } from "#domain/use-cases/connecting/instance-refusal.ts";
import type { DefinitionRefusal } from "#domain/use-cases/authoring/definitions.ts";
import type { CreateApiKeyRefusal } from "#domain/use-cases/api-keys/create-api-key.ts";
import type { RenameApiKeysRefusal } from "#domain/use-cases/api-keys/rename-api-keys.ts";
import type { ChangeNameRefusal } from "#domain/use-cases/profile/change-name.ts";
import type { ChangePasswordRefusal } from "#domain/use-cases/profile/change-password.ts";
import type { ConfirmEmailRefusal } from "#domain/use-cases/profile/confirm-email-change.ts";
import type { EmailChangeRefusal } from "#domain/use-cases/profile/request-email-change.ts";
import type { ResetRefusal } from "#domain/use-cases/accounts/reset-password.ts";
import type { SignInRefusal } from "#domain/use-cases/accounts/check-password.ts";
import type { WritePostRefusal } from "#domain/use-cases/blog/create-post.ts";
import type { ManageWebhookRefusal } from "#domain/use-cases/webhooks/manage-webhook.ts";
import type { SignUpRefusal } from "#domain/use-cases/accounts/begin-sign-up.ts";
import { accessRequestAnswers, type AccessRequestRouteRefusal } from "./refusals/access-requests.ts";
import { type DatasetFailure } from "#domain/dataset/load-failure.ts";
import { accountAnswers, type AccountRefusal } from "./refusals/accounts.ts";
import { blogAnswers } from "./refusals/blog.ts";
import { authoringAnswers, type AuthoringRefusal, definitionSentence } from "./refusals/authoring.ts";
import { instanceAnswers, type InstanceRouteRefusal } from "./refusals/instances.ts";
import { datasetAnswers, type DatasetRouteRefusal } from "./refusals/datasets.ts";
import { keyAnswers, type KeyRefusal } from "./refusals/keys.ts";
import { LOAD_FAILURE_CODES } from "./refusals/load-failures.ts";
import { type AnswersOf, answerOf, type RefusalFacts } from "./refusals/refusal-answer.ts";
import { consentWords } from "./refusals/connections/consent-words.ts";
import { stoppedSentence } from "./refusals/connections/stopped-sentence.ts";
import { requestAnswers, type RequestRefusal } from "./refusals/requests.ts";
import { transparencyAnswers, type TransparencyRefusal } from "./refusals/log/transparency.ts";
import { uploadAnswers, type UploadRouteRefusal } from "./refusals/uploads.ts";
import { webhookAnswers, type WebhookRouteRefusal } from "./refusals/webhooks/webhooks.ts";

/** Every refusal of the domain. */
export type Refusal =
  | SignUpRefusal
  | SignInRefusal
  | ResetRefusal
  | ChangeNameRefusal
  | ChangePasswordRefusal
  | EmailChangeRefusal
  | ConfirmEmailRefusal
  | CreateApiKeyRefusal
  | RenameApiKeysRefusal
  | UserRefusal
  | ConnectorRefusal
  | DefinitionRefusal
  | DraftRefusal
  | CreateDraftRefusal
  | PublishDraftRefusal
  | DatasetRefusal
  | FromAddressRefusal
  | DataAppRefusal
  | ShareRefusal
  | RequestAccessRefusal
  | AnswerRefusal
  | InstanceRefusal
  | ConnectingRefusal
  | MigrationRefusal
  | StartRunRefusal
  | TestReadRefusal
  | RunRefusal
  | QuotaRefusal
  | WeekRefusal
  | ApiSignInRefusal
  | CategoryRefusal
  | RoleRefusal
  | SkipEventRefusal
  | WritePostRefusal
  | ManageWebhookRefusal;

/** The refusals of the routes themselves. */
export type RouteRefusal =
  | AccessRequestRouteRefusal
  | RequestRefusal
  | AccountRefusal
  | AuthoringRefusal
  | InstanceRouteRefusal
  | DatasetRouteRefusal
  | KeyRefusal
  | TransparencyRefusal
  | UploadRouteRefusal
  | WebhookRouteRefusal;

export type AnyRefusal = Refusal | RouteRefusal;

const NOT_FOUND = requestAnswers["item-unknown"];
const NOT_YOURS = requestAnswers["not-the-owner"];

/** Status and sentence of every refusal: the one place where the domain's codes become HTTP. */
export const refusalAnswers = {
  ...requestAnswers,
  ...accountAnswers,
  ...authoringAnswers,
  ...instanceAnswers,
  ...datasetAnswers,
  ...accessRequestAnswers,
  ...uploadAnswers,
  ...blogAnswers,
  ...keyAnswers,
  ...transparencyAnswers,
  ...webhookAnswers,
  "name-invalid": { status: 400, say: "The name must have 1 to 64 characters, none of them invisible.", field: "name" },
  "email-invalid": { status: 400, say: "This is not an e-mail address.", field: "email" },
  "password-too-short": { status: 400, say: "Password must be at least 8 characters long", field: "password" },
  "password-too-long": { status: 400, say: "The password must not be longer than 1024 bytes.", field: "password" },
  "password-common": { status: 400, say: "This password is too easy to guess. Choose another one.", field: "password" },
  "user-name-taken": { status: 409, say: "User name taken. Please choose another one.", field: "name" },
  "passwords-busy": {
    status: 429,
    say: "Too many people are logging in or registering right now. Try again in a few seconds.",
    retryAfterSeconds: 5,
  },
  "login-failed": { status: 400, say: "Login failed" },
  "email-unverified": { status: 403, say: "Verify your e-mail address first. The link is in the mail we sent you." },
  "link-invalid": { status: 400, say: "This link has expired or was already used." },
  "password-wrong": { status: 400, say: "This is not your current password.", field: "old_password" },
  "new-email-invalid": { status: 400, say: "Email not changed: this is not an e-mail address.", field: "new_email" },
  "new-email-same": { status: 400, say: "Email not changed: this is already your address.", field: "new_email" },
  "new-email-password-wrong": {
    status: 400,
    say: "Email not changed: this is not your current password.",
    field: "password",
  },
  "email-taken": { status: 409, say: "Email not changed: this address already has an account.", field: "new_email" },
  "api-key-unknown": NOT_FOUND,
  "scopes-missing": { status: 400, say: "Choose what the key may do.", field: "scopes" },
  "api-keys-used-up": {
    status: 409,
    say: ({ limit }) => `You have ${limit} API keys. Delete one first.`,
    facts: ({ limit }) => ({ limit }),
  },
  "api-key-made-already": {
    status: 409,
    say: "This key was made already, and its secret is shown only once. Delete it and make another one.",
  },
  "expiry-past": { status: 400, say: "The key must expire in the future.", field: "expires" },
  "model-not-halted": { status: 409, say: "This read model is no longer halted at this event." },
  "skip-reason-missing": { status: 400, say: "Say why the event is skipped.", field: "reason" },
  "skip-reason-too-long": { status: 400, say: "The reason must not be longer than 1000 characters.", field: "reason" },
  "category-name-invalid": {
    status: 400,
    say: "A category has a name of 1 to 40 characters, with a letter or digit, and not “all”.",
    field: "name",
  },
  "category-exists": { status: 409, say: "There is already a category with this name.", field: "name" },
  "category-missing": { status: 404, say: "This category does not exist." },
  "category-fixed": { status: 409, say: "API and Other stay: items without a choice are listed there." },
  "too-many-categories": { status: 409, say: `There may be ${MAX_CATEGORIES} categories at most.`, field: "name" },
  "last-admin": { status: 409, say: "This is the last admin. Make somebody else an admin first." },
  "admin-by-configuration": {
    status: 409,
    say: "This address is in ADMIN_EMAILS. Take it out of the configuration first.",
  },
  "user-unknown": { status: 404, say: "This account does not exist." },
  "user-already-registered": { status: 409, say: "This account already exists." },
  "connector-unknown": NOT_FOUND,
  "connector-not-yours": NOT_YOURS,
  "connector-inactive": {
    status: 409,
    say: "This connector is inactive and cannot accept new connections.",
    facts: latestVersion,
  },
  "definition-invalid": {
    status: 400,
    say: ({ faults }) => definitionSentence(faults),
    field: "dsl",
    faults: ({ faults }) => faults,
  },
  "draft-unknown": NOT_FOUND,
  "draft-text-too-large": { status: 413, say: "The text of a draft may have at most 1 MB.", field: "dsl" },
  "title-missing": { status: 400, say: "Give the connector a title.", field: "title" },
  "dataset-unknown": NOT_FOUND,
  "dataset-not-yours": NOT_YOURS,
  "dataset-priced": { status: 402, say: "This dataset has a price and cannot be added for free." },
  "takedown-reason-missing": { status: 400, say: "Say why it is taken down.", field: "reason" },
  "takedown-reason-too-long": {
    status: 400,
    say: "The reason must not be longer than 1000 characters.",
    field: "reason",
  },
  "taken-down": { status: 409, say: "An admin has taken this down, so it cannot be shared." },
  "access-on-request": {
    status: 403,
    say: "The owner decides who gets access. Ask for it on the page of the dataset.",
  },
  "access-end-past": { status: 400, say: "The end of the access must be in the future.", field: "until" },
  "dataset-owned": { status: 409, say: "This dataset is already yours." },
  "no-access-to-remove": { status: 404, say: "No access to remove was found." },
  "output-published": { status: 409, say: "This table is already published. Change its dataset, or delete it first." },
  "column-notes-too-long": {
    status: 400,
    say: ({ most }) =>
      `The texts about all columns of a dataset have at most ${most.toLocaleString("en")} characters together.`,
  },
  "data-app-unknown": NOT_FOUND,
  "email-unknown": { status: 404, say: "No account uses this e-mail address.", field: "email" },
  "instance-unknown": NOT_FOUND,
  "already-connected": { status: 409, say: "You are already connected to this connector." },
  "settings-invalid": {
    status: 400,
    say: ({ faults }) =>
      faults
        .map(({ message }) => message)
        .slice(0, 5)
        .join(" "),
    faults: ({ faults }) => faults,
  },
  "consent-needed": {
    status: 409,
    say: ({ change }) => `${consentWords(change)} Enter your credentials again to move to it.`,
  },
  "test-read-unconfirmed": {
    status: 409,
    say: ({ consent }) =>
      `This calls ${consent.hosts.join(", ")}${consent.places.length > 0 ? " and sends secrets there" : ""}. Confirm it first.`,
    facts: agreement,
  },
  "hosts-unnamed": {
    status: 409,
    say: ({ consent }) => `This calls ${consent.hosts.join(", ")}. Name every host in hosts to agree to it.`,
    facts: agreement,
  },
  "setting-decides-host": {
    status: 409,
    say: "These settings lead to another host than the one that was agreed to. Save them in the connection first, which asks you to agree to the host.",
  },
  "schedule-not-in-plan": {
    status: 403,
    say: "Upgrade to Pro to schedule automatic refreshes",
    field: "refresh_interval",
  },
  "sign-in-not-ours": {
    status: 400,
    say: "This sign-in was not started here, has already been used, or took too long.",
  },
  "sign-in-failed": { status: 409, say: ({ reason }) => reason },
  "connection-stopped": { status: 409, say: ({ stopped }) => stoppedSentence(stopped) },
  "definition-unsafe": {
    status: 409,
    say: ({ version, path }) =>
      `Version ${version} of this connector may send a credential where nobody has agreed to (${path}), so nobody can connect to it.`,
  },
  "definition-outdated": {
    status: 409,
    say: "This version of the connector can no longer be used.",
    facts: latestVersion,
  },
  "run-unknown": NOT_FOUND,
} satisfies AnswersOf<AnyRefusal>;

/** The code of an error of the API: of a refusal, or of a file that could not be loaded. */
export type ErrorCode = AnyRefusal["code"] | DatasetFailure["code"];

/** Every code that the API may answer with. */
export const ERROR_CODES = [...new Set([...Object.keys(refusalAnswers), ...LOAD_FAILURE_CODES])].sort() as [
  ErrorCode,
  ...ErrorCode[],
];

/** The version to use in place of this one, if there is another. */
function latestVersion({ latestConnectorId }: { readonly latestConnectorId: string | null }): RefusalFacts {
  return latestConnectorId === null ? {} : { latest_connector_id: latestConnectorId };
}

/** The hosts and places to agree to. */
function agreement({ consent: { hosts, places } }: { readonly consent: Confirmed }): RefusalFacts {
  return { consent: { hosts, places: places.map(({ field, host, where }) => ({ field, host, where })) } };
}

/** A refusal as HTTP. `field` is the form field it belongs to; `retryAfterSeconds` is set if a retry may succeed later. */
export function answerFor(refusal: AnyRefusal): ReturnType<typeof answerOf<AnyRefusal>> {
  return answerOf<AnyRefusal>(refusalAnswers, refusal);
}
