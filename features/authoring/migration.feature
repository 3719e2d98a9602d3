Feature: Moving to another version
  Nobody is moved without asking. A user who moves enters nothing again, unless the new version needs more consent.

  Background:
    Given Ana has an account and is signed in
    And Bruno has an account and is signed in

  @http
  Scenario: A new version changes nothing for connected users
    Given Ana has published a connector "Rivers" to the stations of the sandbox
    And Bruno is connected to "Rivers"
    When Ana publishes "Rivers 2", a new version of "Rivers"
    Then Bruno is connected to version 1 of "Rivers"

  @without-javascript
  Scenario: With the same hosts and secrets the user enters nothing again, and the rows stay
    Given Ana has published a connector "Levels" to the measurements of the sandbox
    And Bruno is connected to "Levels" with its key
    And Bruno has run "Levels"
    When Ana publishes "Levels 2", a new version of "Levels"
    And Bruno moves to "Levels 2"
    Then it succeeds
    And Bruno is connected to version 2 of "Levels"
    And Bruno's table of "Levels 2" has 2880 rows
    When Bruno runs "Levels 2"
    Then the run succeeds

  @both-browsers
  Scenario: Another host is named, and the user enters the secrets again
    Given Ana has published a connector "Levels" to the measurements of the sandbox
    And Bruno is connected to "Levels" with its key
    When Ana publishes "Levels 2", a new version of "Levels" that calls "elsewhere.example"
    And Bruno moves to "Levels 2"
    Then it is refused with "elsewhere.example"
    And Bruno is connected to version 1 of "Levels"
    When Bruno moves to "Levels 2" and enters the key "another key"
    Then it succeeds
    And Bruno is connected to version 2 of "Levels"

  @http
  Scenario: A user can move back to an older version
    Given Ana has published a connector "Rivers" to the stations of the sandbox
    And Bruno is connected to "Rivers"
    When Ana publishes "Rivers 2", a new version of "Rivers"
    And Bruno moves to "Rivers 2"
    And Bruno moves to "Rivers"
    Then it succeeds
    And Bruno is connected to version 1 of "Rivers"

  @without-javascript
  Scenario: Nobody new can connect to an old version
    Given Ana has published a connector "Rivers" to the stations of the sandbox
    When Ana publishes "Rivers 2", a new version of "Rivers"
    Then Bruno cannot connect to "Rivers"
    And Bruno is connected to "Rivers 2"

  @without-javascript
  Scenario: The user enters a setting that only the new version requires
    Given an API that lists the bridges "Old Bridge"
    And the API lists the bridges "Rope Bridge" of the region "south"
    And Ana has published a connector "Bridges" to that API
    And Bruno is connected to "Bridges"
    And Bruno has run "Bridges"
    When Ana publishes "Bridges 2", a new version of "Bridges" that requires a region
    And Bruno moves to "Bridges 2"
    Then it is refused with "Region"
    And Bruno is connected to version 1 of "Bridges"
    When Bruno moves to "Bridges 2" with "south" as the region
    Then it succeeds
    And Bruno is connected to version 2 of "Bridges"
    When Bruno runs "Bridges 2"
    Then the run succeeds
    And Bruno's table of "Bridges 2" lists "Rope Bridge"

  @both-browsers
  Scenario: People see what changed in a new version before they move to it
    Given an API that lists the bridges "Old Bridge"
    And Ana has published a connector "Bridges" to that API
    And Bruno is connected to "Bridges"
    When Ana publishes "Bridges 2", a new version of "Bridges" that requires a region
    Then Bruno is told what changed in "Bridges 2": "Region added, list changed"
    And a visitor is told what changed in "Bridges 2": "Region added, list changed"
    And Bruno is connected to version 1 of "Bridges"
