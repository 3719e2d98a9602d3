import { byteEndpoints as bytes } from "../http/byte-routes/byte-endpoints.ts";
import { odataEndpoints } from "../odata/odata-endpoints.ts";
import { logEndpoints as log } from "../http/log/log-endpoints.ts";
import { odcEndpoint, pbidsEndpoint } from "../streaming/connection-file-route.ts";
import type { AnyEndpoint, EndpointFacts } from "../http/json-api/endpoint.ts";
import { listOpenedStreams } from "./access-audit/streams.ts";
import { explainAccess } from "./access-audit/why.ts";
import { grantAccess } from "./access/grant.ts";
import { createApiKey, deleteApiKey, listApiKeys, renameApiKey } from "./account/api-keys.ts";
import { changeEmail } from "./account/change-email.ts";
import { deleteAccount } from "./account/delete-account.ts";
import { changePassword } from "./account/change-password.ts";
import { updateProfile } from "./account/update-profile.ts";
import { listAccess } from "./access/my.ts";
import { listOwnRequests } from "./access/requests.ts";
import { removeAccess } from "./access/remove.ts";
import { addCategory, removeCategory, renameCategory } from "./admin/categories.ts";
import { listJobs, remove as removeJob, retry as retryJob } from "./admin/jobs.ts";
import { listSearches } from "./admin/searches.ts";
import { listExposed, remindOwner, stopExposed } from "./admin/exposed-connections.ts";
import { listTakedowns, restore, takeDown } from "./admin/takedowns.ts";
import { giveRole, listUsers, removeRole } from "./admin/users.ts";
import { listCategories } from "./assets/categories.ts";
import { getRows, getTableRows } from "./assets/data.ts";
import { deleteDataset, deleteOwnDataset } from "./assets/delete.ts";
import { listDatasets } from "./assets/list.ts";
import { changeDataset, describeColumns, getDataset } from "./assets/one.ts";
import { answerAccessRequest, listRequests, requestAccess, withdrawAccessRequest } from "./assets/requests.ts";
import { listShares, shareDataset, unshareDataset } from "./assets/shares.ts";
import {
  compareTableVersions,
  compareVersions,
  listTableVersions,
  listVersions as listDatasetVersions,
  restoreVersion,
} from "./assets/versions.ts";
import { changeSchema, getSchema } from "./assets/schema.ts";
import { publishFromUrl } from "./assets/source/from-url.ts";
import { changeSource, getSource, refreshFromUrl } from "./assets/source/refresh.ts";
import { createPost, getPost, likePost, listPosts } from "./blog/posts.ts";
import { checkConnection } from "./connectors/check.ts";
import { changeDraft } from "./connectors/draft-of.ts";
import { makeDraft } from "./connectors/draft.ts";
import { importConnector } from "./connectors/import.ts";
import { listConnectors } from "./connectors/list.ts";
import { listInstances } from "./connectors/my.ts";
import { deleteConnector, getConnector } from "./connectors/one.ts";
import { publishDraft } from "./connectors/publish.ts";
import { testRead } from "./connectors/test-read.ts";
import { publishConnector } from "./connectors/upload.ts";
import { connectorChanges, getLatestVersion, listVersions } from "./connectors/versions.ts";
import { deleteChart, getDataApp, listDataApps, saveChart } from "./data-apps/data-apps.ts";
import { listDrafts } from "./drafts/list-drafts.ts";
import { exportHistoryEndpoint } from "./history/export-endpoint.ts";
import { getRowsThen, getState, listHistory } from "./history/history.ts";
import { getTimeline } from "./history/timeline.ts";
import { removeConnectorImage, removeDatasetImage, setConnectorImage, setDatasetImage } from "./images/images.ts";
import { activateConnector } from "./instances/activate.ts";
import { publishOutput } from "./instances/instance-publish.ts";
import { changeInstance, getInstance } from "./instances/instance.ts";
import { migrateInstance } from "./instances/migrate.ts";
import { fetchOptions } from "./instances/options.ts";
import { removeInstance } from "./instances/remove.ts";
import { runByShortAddress, runInstance } from "./instances/run.ts";
import { cancelRun, getRun, listRuns } from "./instances/runs.ts";
import { describeApi } from "./openapi/describe-api.ts";
import { renewKey } from "./streaming/dev-apikey.ts";
import { makeExcelToken } from "./streaming/token-excel.ts";
import { forgotPassword } from "./users/forgot-password.ts";
import { login } from "./users/login.ts";
import { logout } from "./users/logout.ts";
import { getMe } from "./users/me.ts";
import { changeNoticeSettings, getNoticeSettings, listNotices, readNotices } from "./users/notices.ts";
import { changePlan } from "./users/plan.ts";
import { registerUser } from "./users/register.ts";
import { resendVerification } from "./users/resend-verification.ts";
import { resetPassword } from "./users/reset-password.ts";
import { countScheduledRun, getUsage } from "./users/usage.ts";
import { verifyEmail } from "./users/verify-email.ts";
import { listDeliveries, repeatDelivery, testWebhook } from "./webhooks/deliveries.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  switchWebhook,
} from "./webhooks/webhooks.ts";
import { cancelLoad, loadStatus, retryLoad, runStatus } from "./waiting/statuses.ts";

/** Endpoints under one heading of the documentation. */
export type EndpointGroup = { readonly name: string; readonly endpoints: readonly (AnyEndpoint | EndpointFacts)[] };

/**
 * Every endpoint of the API, in the order of its documentation. Routes, the OpenAPI document, the documentation, the
 * client of the tests and the test of rights are generated from this table.
 */
const declared = [
  {
    name: "Users",
    endpoints: [
      registerUser,
      verifyEmail,
      resendVerification,
      login,
      logout,
      forgotPassword,
      resetPassword,
      getMe,
      updateProfile,
      changeEmail,
      changePassword,
      deleteAccount,
      bytes.exportEndpoint,
      listApiKeys,
      createApiKey,
      renameApiKey,
      deleteApiKey,
      getUsage,
      countScheduledRun,
      changePlan,
      listNotices,
      readNotices,
      getNoticeSettings,
      changeNoticeSettings,
    ],
  },
  {
    name: "Connectors",
    endpoints: [
      listConnectors,
      getConnector,
      deleteConnector,
      getLatestVersion,
      connectorChanges,
      listVersions,
      setConnectorImage,
      removeConnectorImage,
      publishConnector,
      makeDraft,
      importConnector,
      listDrafts,
      changeDraft,
      publishDraft,
      listInstances,
      testRead,
      checkConnection,
      fetchOptions,
      activateConnector,
      getInstance,
      changeInstance,
      runInstance,
      listRuns,
      getRun,
      runStatus,
      cancelRun,
      publishOutput,
      runByShortAddress,
      migrateInstance,
      removeInstance,
    ],
  },
  {
    name: "Datasets",
    endpoints: [
      listDatasets,
      listCategories,
      bytes.uploadEndpoint,
      bytes.inspectEndpoint,
      bytes.previewEndpoint,
      getDataset,
      changeDataset,
      describeColumns,
      deleteDataset,
      deleteOwnDataset,
      getRows,
      getTableRows,
      loadStatus,
      cancelLoad,
      retryLoad,
      bytes.newVersionEndpoint,
      bytes.newVersionFormEndpoint,
      bytes.addRowsEndpoint,
      listDatasetVersions,
      publishFromUrl,
      refreshFromUrl,
      getSource,
      changeSource,
      getSchema,
      changeSchema,
      compareVersions,
      listTableVersions,
      compareTableVersions,
      restoreVersion,
      bytes.originalEndpoint,
      bytes.rejectedEndpoint,
      setDatasetImage,
      removeDatasetImage,
      listShares,
      shareDataset,
      unshareDataset,
      listRequests,
      requestAccess,
      answerAccessRequest,
      withdrawAccessRequest,
      listAccess,
      listOwnRequests,
      grantAccess,
      removeAccess,
    ],
  },
  { name: "Data apps", endpoints: [listDataApps, getDataApp, saveChart, deleteChart] },
  { name: "Blog", endpoints: [listPosts, getPost, createPost, likePost] },
  {
    name: "Streams",
    endpoints: [
      renewKey,
      makeExcelToken,
      bytes.streamEndpoint,
      bytes.excelEndpoint,
      bytes.shortFormEndpoint,
      odcEndpoint,
      pbidsEndpoint,
    ],
  },
  {
    name: "Webhooks",
    endpoints: [
      listWebhooks,
      createWebhook,
      changeWebhook,
      rotateWebhookSecret,
      switchWebhook,
      deleteWebhook,
      listDeliveries,
      testWebhook,
      repeatDelivery,
    ],
  },
  { name: "OData", endpoints: odataEndpoints },
  { name: "History", endpoints: [listHistory, getState, getRowsThen, getTimeline, exportHistoryEndpoint] },
  {
    name: "Proof",
    endpoints: [
      log.proofEndpoint,
      log.checkpointEndpoint,
      log.logKeysEndpoint,
      log.tileEndpoint,
      log.entriesEndpoint,
      log.addCheckpointEndpoint,
      log.cosignedEndpoint,
    ],
  },
  {
    name: "Administration",
    endpoints: [
      listUsers,
      giveRole,
      removeRole,
      addCategory,
      renameCategory,
      removeCategory,
      listExposed,
      remindOwner,
      stopExposed,
      listTakedowns,
      takeDown,
      restore,
      listSearches,
      explainAccess,
      listOpenedStreams,
      listJobs,
      retryJob,
      removeJob,
    ],
  },
] as const satisfies readonly EndpointGroup[];

export const endpointGroups = [
  ...declared,
  { name: "Description", endpoints: describeApi(declared) },
] as const satisfies readonly EndpointGroup[];

/** One of the endpoints, with its own types. */
export type ApiEndpoint = (typeof endpointGroups)[number]["endpoints"][number];

const groups: readonly EndpointGroup[] = endpointGroups;
export const endpoints = groups.flatMap((group) => group.endpoints);
