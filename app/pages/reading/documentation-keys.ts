/** The keys of a connector definition as /documentation lists them: name, form, what it does. */
export const definitionKeys: { group: string; keys: [name: string, form: string, meaning: string][] }[] = [
  {
    group: "The definition",
    keys: [
      ["protocol", '"rest"', "The only protocol; required."],
      ["base_url", "text", "What a relative url is appended to, with one slash between."],
      ["headers, query", "objects of text", "Sent with every request. Placeholders are filled in."],
      ["auth", "object", "How requests are signed; see below."],
      ["operations", "list, at least one", "Each fills one output table. The first one's URL is shown on the profile."],
    ],
  },
  {
    group: "auth",
    keys: [
      ["type", "none, bearer, apikey, basic, oauth2", "none when absent."],
      ["in", "header or query", "Where the credential goes."],
      ["name", "text", "The header or parameter; X-API-Key for apikey when absent."],
      ["format", '"Bearer {token}"', "How the credential is written there."],
      ["fields", "list of fields", "What a person enters when connecting. Kept encrypted, sent only to the hosts they agreed to."],
    ],
  },
  {
    group: "An operation",
    keys: [
      ["id, name", "text", "The id names the output table of a second operation."],
      ["method", "GET or POST", "GET when absent."],
      ["url", "text with {placeholders}", "Required in the first operation."],
      ["params_fields", "list of fields", "Settings that a person fills in."],
      ["body_template", "object or JSON text", "The body of a POST."],
      ["records", "path", "Where the rows are in the answer; found by itself in simple answers."],
      ["pagination", "object", "strategy none, page, offset, cursor or link, with page_param, offset_param, cursor_param, limit_param."],
      ["primary_key", "column or columns", "Rows with the same key replace each other instead of adding up."],
    ],
  },
  {
    group: "A field",
    keys: [
      ["key, label", "text", "The key is the placeholder's name."],
      ["type", "text, number, date, select, boolean, group, options_endpoint", "text when absent."],
      ["required, default, multiple", "yes/no, value, yes/no", "A field of several values runs once for each."],
      ["options", "list of values or { value, label }", "For select."],
      ["visible_if", '{ "mode": "advanced" }', "Shown only while other fields hold these values."],
    ],
  },
];

export const exampleDefinition = `{
  "protocol": "rest",
  "auth": {
    "type": "bearer",
    "fields": [{ "key": "token", "label": "Access token", "required": true }]
  },
  "operations": [
    {
      "id": "issues",
      "url": "https://api.github.com/repos/{owner}/{repo}/issues",
      "params_fields": [
        { "key": "owner", "label": "Owner", "required": true },
        { "key": "repo", "label": "Repository", "required": true }
      ],
      "pagination": { "strategy": "link", "limit_param": "per_page", "limit": 100 },
      "primary_key": "id"
    }
  ]
}`;
