Feature: Drafts and versions of connectors
  An author changes a connector in a draft that nobody else sees, and publishes it as the next version.

  Background:
    Given Ana has an account and is signed in
    And Bruno has an account and is signed in
    And Ana has published a connector "Rivers" to the stations of the sandbox

  @without-javascript
  Scenario: A draft changes nothing for others until it is published
    When Ana begins to edit "Rivers"
    Then Ana sees the versions "Draft, v1 Latest" of "Rivers"
    But Bruno sees the versions "v1 Latest" of "Rivers"
    When Ana publishes the draft as "Rivers 2"
    Then Bruno sees the versions "v2 Latest, v1 Deprecated" of "Rivers"

  @http
  Scenario: Editing again opens the same draft
    When Ana begins to edit "Rivers"
    And Ana saves "not yet JSON" as the draft's definition
    And Ana begins to edit "Rivers"
    Then it is the same draft

  @without-javascript
  Scenario: A draft may be unfinished, a version may not
    When Ana begins to edit "Rivers"
    And Ana saves "{}" as the draft's definition
    And Ana tries to publish the draft
    Then it is refused with "Connector must define protocol: 'rest'."
    And Bruno sees the versions "v1 Latest" of "Rivers"

  @without-javascript
  Scenario: Nobody else can see or edit a draft
    When Ana begins to edit "Rivers"
    Then Bruno sees no such draft
    And a visitor sees no such draft
    And Bruno cannot edit "Rivers"

  @both-browsers @style-sheets
  Scenario: After discarding a draft, editing opens another one
    When Ana begins to edit "Rivers"
    And Ana discards the draft
    Then Ana sees no such draft
    When Ana begins to edit "Rivers"
    Then it is another draft

  @http
  Scenario: A draft of an old version becomes the newest
    When Ana begins to edit "Rivers"
    And Ana publishes the draft as "Rivers 2"
    And Ana begins to edit "Rivers"
    And Ana publishes the draft as "Rivers 3"
    Then Bruno sees the versions "v3 Latest, v2 Deprecated, v1 Deprecated" of "Rivers"

  @both-browsers
  Scenario: Nobody new can connect to an inactive version
    When Ana takes "Rivers" out of use
    Then Bruno sees the versions "v1 Inactive" of "Rivers"
    And Bruno cannot connect to "Rivers"

  @without-javascript
  Scenario: A connector that becomes private keeps its connected users
    Given Bruno is connected to "Rivers"
    And Carla has an account and is signed in
    When Ana begins to edit "Rivers"
    And Ana makes the draft private
    And Ana publishes the draft as "Rivers 2"
    Then Carla neither finds nor sees the connector "Rivers"
    And Carla neither finds nor sees the connector "Rivers 2"
    But Bruno sees the versions "v2 Latest, v1 Deprecated" of "Rivers"
    When Bruno runs "Rivers"
    Then the run succeeds

  @without-javascript
  Scenario: A deleted connector disappears with its last connection
    Given Bruno is connected to "Rivers"
    When Ana deletes the connector "Rivers"
    Then nobody finds "Rivers"
    But Bruno sees the connector "Rivers"
    When Bruno removes the connection to "Rivers"
    Then Bruno neither finds nor sees the connector "Rivers"
    And Ana neither finds nor sees the connector "Rivers"

  Scenario: A connector that nobody else uses is deleted at once
    When Ana deletes the connector "Rivers"
    Then Ana neither finds nor sees the connector "Rivers"
