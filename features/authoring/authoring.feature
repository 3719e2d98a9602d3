Feature: Writing a connector
  An author does not have to know the connector language: a connector can start from a curl command, or from a document that the author has already.

  Background:
    Given Ana has an account and is signed in

  @both-browsers
  Scenario: From a curl command to rows
    Given an API that lists the bridges "Long Bridge, Iron Bridge"
    And the API asks for the key "carried-by-Ana-7Q2x"
    When Ana starts a connector from a curl command
      """
      curl --insecure '{the API}' -H 'Accept: application/json' -H 'Authorization: Bearer written-in-a-manual-9KxW'
      """
    Then it is noted of "header Authorization" that "each user enters their own"
    And it is noted of "--insecure" that "TLS certificates are always checked."
    And nothing of the draft shows "written-in-a-manual-9KxW"
    When Ana publishes the draft as "Bridges"
    And Ana is connected to "Bridges" with the key "carried-by-Ana-7Q2x"
    And Ana runs "Bridges"
    Then the run succeeds
    And Ana's table of "Bridges" lists "Long Bridge, Iron Bridge"

  @without-javascript
  Scenario: An author brings the manifest of another tool
    Given an API that lists the bridges "Long Bridge, Iron Bridge" at "/bridges"
    And the API asks for the key "carried-by-Ana-7Q2x"
    When Ana starts a connector from "bridges" of a manifest
      """
      type: DeclarativeSource
      check: { type: CheckStream, stream_names: [bridges] }
      definitions:
        requester:
          type: HttpRequester
          url_base: "{the API}"
          authenticator: { type: ApiKeyAuthenticator, header: X-API-Key, api_token: "{{ config['api_key'] }}" }
        rows: { type: RecordSelector, extractor: { type: DpathExtractor, field_path: [] } }
      streams:
        - type: DeclarativeStream
          name: bridges
          retriever:
            requester: { $ref: "#/definitions/requester", path: /bridges }
            record_selector: { $ref: "#/definitions/rows" }
          transformations: [{ type: KeysToLower }]
        - type: DeclarativeStream
          name: tolls
          retriever: { type: CustomRetriever, class_name: city.Tolls, requester: { $ref: "#/definitions/requester" } }
      spec:
        type: Spec
        connection_specification: { properties: { api_key: { type: string, airbyte_secret: true } } }
      """
    Then it is noted of "streams[0].transformations[0]" that "Fields keep the names that the API gives them"
    And the draft calls "/bridges" and nothing else
    When Ana publishes the draft as "Bridges"
    And Ana is connected to "Bridges" with the API key "carried-by-Ana-7Q2x"
    And Ana runs "Bridges"
    Then the run succeeds
    And Ana's table of "Bridges" lists "Long Bridge, Iron Bridge"

  @without-javascript
  Scenario: From an OpenAPI document to rows
    Given an API that lists the bridges "Long Bridge, Iron Bridge" at "/bridges"
    And the API asks for the key "carried-by-Ana-7Q2x"
    When Ana starts a connector from "GET /bridges" of an OpenAPI document
      """
      openapi: 3.1.0
      info: { title: City works }
      servers: [{ url: "{the API}" }]
      security: [{ key: [] }]
      webhooks: { bridgeClosed: {} }
      paths:
        /bridges:
          get:
            parameters: [{ name: detail, in: cookie, schema: { type: string } }]
            responses: { "200": { content: { application/json: { schema: { type: array, items: { type: object } } } } } }
        /tunnels:
          get:
            responses: { "200": { content: { application/json: { schema: { type: array, items: { type: object } } } } } }
        /bridges/{id}:
          get: { responses: {} }
          delete: { responses: {} }
      components:
        securitySchemes:
          key: { type: apiKey, in: header, name: X-API-Key }
      """
    Then it is noted of "webhooks" that "A connector asks; it is not called."
    And it is noted of "paths./bridges.get" that "A parameter in cookie is not supported."
    And the draft calls "/bridges" and nothing else
    When Ana publishes the draft as "Bridges"
    And Ana is connected to "Bridges" with the API key "carried-by-Ana-7Q2x"
    And Ana runs "Bridges"
    Then the run succeeds
    And Ana's table of "Bridges" lists "Long Bridge, Iron Bridge"

  @without-javascript
  Scenario: Notes on what to check stay with the draft, which nobody else sees
    Given Bruno has an account and is signed in
    When Ana starts a connector from a curl command
      """
      curl 'https://api.example.org/bridges?page=1'
      """
    Then the draft still notes of "query page" that "Paging was guessed"
    And Bruno sees no such draft

  @without-javascript
  Scenario Outline: What cannot become a connector is refused in one sentence
    When Ana starts a connector from a curl command
      """
      <line>
      """
    Then it is refused with "<sentence>"

    Examples:
      | line                                       | sentence                                                  |
      | curl -X DELETE https://api.example.org/x   | The line uses DELETE. A connector reads, by GET or POST.  |
      | curl ftp://example.org/bridges.csv         | The address must begin with http:// or https://.          |
      | curl -F photo=@a.png https://example.org/  | The line sends a multipart form.                          |

  @both-browsers
  Scenario: A fault is reported with its place, and nothing typed is lost
    When Ana publishes a connector "Bridges" defined as
      """
      {
        "protocol": "rest",
        "operations": [
          { "id": "bridges", "url": "https://api.example.org/bridges", "methud": "POST" }
        ]
      }
      """
    Then it is refused with "operations[0]"
    And it is refused with "methud"
    And nobody finds "Bridges"
    When Ana writes "method" in place of "methud" and publishes again as "Bridges"
    Then everyone finds "Bridges"

  @both-browsers
  Scenario: A new connector can be saved before it can be published
    When Ana keeps "Bridges" as a draft, defined as
      """
      {
        "protocol": "rest",
        "operations": [
          { "id": "bridges", "url": "https://api.example.org/{countri}", "methud": "POST" }
        ]
      }
      """
    Then nobody finds "Bridges"
    When Ana tries to publish the draft
    Then it is refused with "methud"
    And it is refused with "No field declares {countri}."
    When Ana writes "bridges" in place of "{countri}" in the draft and tries to publish it again
    Then it is refused with "methud"
    When Ana writes "method" in place of "methud" in the draft and publishes it again as "Bridges"
    Then everyone finds "Bridges"

  @without-javascript
  Scenario: A draft that cannot be published yet stays as it was saved
    Given Ana has published a connector "Rivers" to the stations of the sandbox
    When Ana begins to edit "Rivers"
    And Ana saves '{"protocol": "rest", "operations": [{"id": "rivers"}]}' as the draft's definition
    And Ana tries to publish the draft
    Then it is refused with "First operation must include a 'url'."
    And the draft's definition still is '{"protocol": "rest", "operations": [{"id": "rivers"}]}'

  @http
  Scenario: Any editor can read the schema of the language
    When a program reads the schema of the connector language
    Then the schema takes the stations of the sandbox
    But the schema does not take '{"protocol": "rest", "operations": [{"url": "https://api.example.org/", "methud": "POST"}]}'

  @javascript
  Scenario: The editor proposes what fits at the cursor
    When Ana types '{ "proto' in an empty editor
    Then the editor proposes "protocol"
    When Ana takes the proposal
    And Ana types '"r'
    Then the editor proposes "rest"
    When Ana takes the proposal
    Then the editor holds '{ "protocol": "rest"}'

  @javascript
  Scenario: The editor marks a fault while it is being typed
    When Ana types '{ "protocol": "soap"' in an empty editor
    Then the editor marks '"soap"' with "Connector must define protocol: 'rest'."

  @javascript
  Scenario: An author takes only the operations that a search finds
    When Ana brings an OpenAPI document that lists 20 things, and of them takes only what is found by "things/1"
    Then the draft calls "/things/1, /things/10, /things/11, /things/12, /things/13, /things/14, /things/15, /things/16, /things/17, /things/18, /things/19" and nothing else

  @javascript
  Scenario: Nothing typed is lost when the session ends
    When Ana writes "Rivers of the north" as the title of a new connector
    And Ana's session ends
    And Ana publishes what she wrote, and has to sign in again
    Then Ana finds "Rivers of the north" where she wrote it

  @javascript
  Scenario: A user is asked before leaving unsaved changes
    When Ana writes "Rivers of the north" as the title of a new connector
    And Ana follows a link to another page
    Then Ana is asked whether to leave
    When Ana stays
    Then Ana finds "Rivers of the north" where she wrote it
    When Ana reloads the page
    Then the browser asks her first
    When Ana chooses the dark colours
    Then Ana finds "Rivers of the north" where she wrote it
    When Ana saves it as a draft
    And Ana follows a link to another page
    Then Ana is on the other page

  @javascript
  Scenario: A refused test keeps the key, and saving asks for none
    Given an API that lists the bridges "Long Bridge"
    And the API asks for the key "carried-by-Ana-7Q2x"
    When Ana tests a definition of that API with the key "not-this-one"
    Then the test on the page fails with "The key is wrong."
    And the key "not-this-one" is still typed
    When Ana types '{ "protocol": "soap" }' in place of the definition
    And Ana tests it once more
    Then the test on the page fails with "Connector must define protocol: 'rest'."
    And the key "not-this-one" is still typed
    When Ana saves it as a draft
    Then nothing of the draft shows "not-this-one"

  @javascript
  Scenario: Faults of a refused definition link to their lines and disappear when corrected
    When Ana publishes in the editor
      """
      {
        "protocol": "soap",
        "shape": 1,
        "operations": [{ "url": "https://api.example.org/x" }]
      }
      """
    Then the faults on the page are "protocol, shape"
    When Ana follows the fault of "shape"
    Then the editor is at a line with "shape"
    When Ana types '"name": "S", ' there
    Then the faults on the page are "protocol, shape"
    When Ana types '{ "protocol": "rest", "operations": [{ "url": "https://api.example.org/x" }] }' in place of the definition
    Then no fault is left on the page

  @javascript
  Scenario: The editor finds text
    When Ana types '{ "protocol": "rest" }' in an empty editor
    And Ana looks for "rest" in the editor
    Then the editor shows that it has found "rest"
