Feature: Sharing pulled tables
  A user can let others read a table that a connector fills. They get the rows of each run, but nothing of the connection.

  Background:
    Given Ana has an account and is signed in
    And Bruno has an account and is signed in
    And an API that lists the bridges "Old Bridge, New Bridge"
    And Ana has published a private connector "Bridges" to that API
    And Ana is connected to "Bridges"
    And Ana has run "Bridges"

  @both-browsers
  Scenario: A published table shows the rows of each new run
    When Ana publishes the table of "Bridges" as "Bridges of the town"
    Then everyone finds "Bridges of the town"
    But Bruno neither finds nor sees the connector "Bridges"
    When Bruno takes access to "Bridges of the town"
    Then Bruno sees the 2 rows of "Bridges of the town"
    When the API lists the bridges "New Bridge, Rope Bridge, Long Bridge"
    And Ana runs "Bridges"
    Then Bruno sees the 3 rows of "Bridges of the town"
    And its column "name" reads "New Bridge, Rope Bridge, Long Bridge"

  @http
  Scenario: A subscriber's programs read it like any dataset
    Given Ana has published the table of "Bridges" as "Bridges of the town"
    And Bruno has taken access to "Bridges of the town"
    And Bruno has made a key
    When a program reads "Bridges of the town" as csv with Bruno's key
    Then it gets these rows
      | id | name       |
      | 1  | Old Bridge |
      | 2  | New Bridge |

  @http
  Scenario: A failed run leaves the published rows as they were
    Given Ana has published the table of "Bridges" as "Bridges of the town"
    And Bruno has taken access to "Bridges of the town"
    When the API is gone
    And Ana runs "Bridges"
    Then the run fails with "There is nothing here."
    But Bruno sees the 2 rows of "Bridges of the town"

  @both-browsers
  Scenario: A table is shared with somebody by name, and nobody else sees it
    When Ana shares the table of "Bridges" with Bruno's address
    Then Bruno sees the 2 rows of "the table of Bridges"
    But a visitor neither finds nor sees the dataset "the table of Bridges"
    And Carla has an account and is signed in
    And Carla neither finds nor sees the dataset "the table of Bridges"

  @without-javascript
  Scenario: A published table keeps its rows when its connection is removed
    Given Ana has published the table of "Bridges" as "Bridges of the town"
    And Bruno has taken access to "Bridges of the town"
    When Ana removes the connection to "Bridges"
    Then Ana has no table of "Bridges"
    But Bruno sees the 2 rows of "Bridges of the town"
    And everyone finds "Bridges of the town"

  @http
  Scenario: A withdrawn table gets no new rows
    Given Ana has published the table of "Bridges" as "Bridges of the town"
    And Bruno has taken access to "Bridges of the town"
    When Ana deletes the dataset "Bridges of the town"
    And the API lists the bridges "Rope Bridge"
    And Ana runs "Bridges"
    Then Bruno sees the 2 rows of "Bridges of the town"
    And its column "name" reads "Old Bridge, New Bridge"
    But nobody finds "Bridges of the town"

  @without-javascript
  Scenario: A connection that never ran has no table to publish
    Given Ana has published a private connector "Never run" to that API
    And Ana is connected to "Never run"
    Then Ana cannot publish a table of "Never run"
