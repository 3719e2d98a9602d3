import type { JsonObject } from "../core/values/json.ts";

/** What an author enters: the same fields in an upload and in a draft. */
export type ConnectorContent = {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly apiDocUrl: string | null;
  readonly isPublic: boolean;
  readonly definition: JsonObject;
};

export type ConnectorCommand =
  | ({
      readonly type: "publish-version";
      readonly rootId: string;
      readonly connectorId: string;
      readonly by: string;
      readonly parentId: string | null;
    } & ConnectorContent)
  | { readonly type: "deactivate-version"; readonly connectorId: string; readonly by: string }
  | { readonly type: "reactivate-version"; readonly connectorId: string; readonly by: string }
  /** `image`: the name of a stored file; null takes the image away. */
  | { readonly type: "change-image"; readonly by: string; readonly image: string | null }
  | { readonly type: "take-down"; readonly reason: string }
  | { readonly type: "restore" }
  | { readonly type: "delete"; readonly by: string }
  | { readonly type: "subscribe"; readonly connectorId: string; readonly instanceId: string; readonly userId: string }
  | { readonly type: "unsubscribe"; readonly instanceId: string; readonly userId: string };
