export type Template = { readonly name: string; readonly says: string; readonly definition: object };

/** The initial definition of a new connector. */
export const bearerToken: Template = {
  name: "Bearer token",
  says: "One list behind a token. The small form: rows, types and columns are found by the fixed defaults.",
  definition: {
    protocol: "rest",
    auth: {
      type: "bearer",
      in: "header",
      format: "Bearer {token}",
      fields: [{ key: "token", label: "Access token", type: "text", required: true, private: true }],
    },
    operations: [
      {
        id: "items",
        name: "Items",
        method: "GET",
        url: "https://api.example.com/v1/{resource}",
        params_fields: [{ key: "resource", label: "Resource", type: "text", required: true, default: "items" }],
        pagination: { strategy: "none" },
      },
    ],
  },
};

/** Definitions to start from: each shows one way in which APIs differ. */
export const templates: readonly Template[] = [
  bearerToken,
  {
    name: "API key and pages",
    says: "A key in a header, pages counted from 1 until an empty one, a filter to choose.",
    definition: {
      protocol: "rest",
      base_url: "https://api.example.com/v1",
      auth: {
        type: "apikey",
        in: "header",
        name: "X-API-Key",
        fields: [{ key: "api_key", label: "API key", required: true }],
      },
      operations: [
        {
          id: "orders",
          name: "Orders",
          url: "/orders",
          query: { status: "{status}" },
          params_fields: [{ key: "status", label: "Status", type: "select", options: ["open", "paid", "cancelled"] }],
          records: "data",
          pagination: { strategy: "page", page_param: "page", limit_param: "per_page", limit: 100 },
          primary_key: "id",
        },
      ],
    },
  },
  {
    name: "Cursor",
    says: "Each answer names the next one; the last names none.",
    definition: {
      protocol: "rest",
      base_url: "https://api.example.com/v1",
      auth: { type: "bearer" },
      operations: [
        {
          id: "contacts",
          name: "Contacts",
          url: "/contacts",
          records: "results",
          pagination: {
            strategy: "cursor",
            cursor_param: "after",
            cursor_path: "paging.next.after",
            limit_param: "limit",
            limit: 100,
          },
          primary_key: "id",
        },
      ],
    },
  },
  {
    name: "Sign-in with OAuth2",
    says: "Each user signs in on the API's own page; tokens are renewed automatically.",
    definition: {
      protocol: "rest",
      base_url: "https://api.example.com/v2",
      auth: {
        type: "oauth2",
        grant_type: "authorization_code",
        authorization_url: "https://example.com/oauth/authorize",
        token_url: "https://example.com/oauth/token",
        scopes: ["read"],
        fields: [
          { key: "client_id", label: "Client ID", required: true },
          { key: "client_secret", label: "Client secret", required: true },
        ],
      },
      operations: [
        {
          id: "files",
          name: "Files",
          url: "/files",
          records: "files",
          pagination: { strategy: "cursor", cursor_param: "page_token", cursor_path: "next_page_token" },
          primary_key: "id",
        },
      ],
    },
  },
  {
    name: "Parent and child",
    says: "The tasks of every project: the second operation runs once for each row of the first.",
    definition: {
      protocol: "rest",
      base_url: "https://api.example.com/v1",
      auth: { type: "bearer" },
      pagination: { strategy: "offset", offset_param: "offset", limit_param: "limit" },
      operations: [
        { id: "projects", name: "Projects", url: "/projects", records: "data", primary_key: "id" },
        {
          id: "tasks",
          name: "Tasks",
          url: "/projects/{project_id}/tasks",
          for_each: { project_id: "projects.id" },
          include_from_parent: ["name"],
          records: "data",
          primary_key: "id",
        },
      ],
    },
  },
  {
    name: "Only what is new",
    says: "Like GitHub's issues: the next page from the Link header, and each run asks only for what has changed since the last one.",
    definition: {
      protocol: "rest",
      base_url: "https://api.github.com",
      auth: [
        {
          type: "bearer",
          label: "Personal access token",
          fields: [{ key: "token", label: "Access token", required: true }],
        },
        { type: "none", label: "Without signing in" },
      ],
      operations: [
        {
          id: "issues",
          name: "Issues",
          url: "/repos/{owner}/{repo}/issues",
          query: { state: "all" },
          params_fields: [
            { key: "owner", label: "Owner", required: true },
            { key: "repo", label: "Repository", required: true },
          ],
          pagination: { strategy: "link", limit_param: "per_page", limit: 100 },
          incremental: { cursor_field: "updated_at", start_param: "since" },
          primary_key: "id",
          write_disposition: "merge",
        },
      ],
    },
  },
];

/** A template as text for its author to edit. */
export function templateText({ definition }: Template): string {
  return JSON.stringify(definition, null, 2);
}
