Feature: Moving to another version
  Nobody is moved. Whoever moves enters nothing again, unless the version wants more than was agreed to.

  Background:
    Given Ana has an account and is signed in
    And Bruno has an account and is signed in

  Scenario: A new version changes nothing for whoever is connected
    Given Ana has published a connector "Rivers" to the stations of the sandbox
    And Bruno is connected to "Rivers"
    When Ana publishes "Rivers 2", a new version of "Rivers"
    Then Bruno is connected to version 1 of "Rivers"

  Scenario: With the same hosts and secrets nothing is asked again, and the rows stay
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

  Scenario: Another host is told, and the secrets are asked for again
    Given Ana has published a connector "Levels" to the measurements of the sandbox
    And Bruno is connected to "Levels" with its key
    When Ana publishes "Levels 2", a new version of "Levels" that calls "elsewhere.example"
    And Bruno moves to "Levels 2"
    Then it is refused with "elsewhere.example"
    And Bruno is connected to version 1 of "Levels"
    When Bruno moves to "Levels 2" and enters the key "another key"
    Then it succeeds
    And Bruno is connected to version 2 of "Levels"

  Scenario: The way back to an older version stays open
    Given Ana has published a connector "Rivers" to the stations of the sandbox
    And Bruno is connected to "Rivers"
    When Ana publishes "Rivers 2", a new version of "Rivers"
    And Bruno moves to "Rivers 2"
    And Bruno moves to "Rivers"
    Then it succeeds
    And Bruno is connected to version 1 of "Rivers"

  Scenario: An old version takes nobody new
    Given Ana has published a connector "Rivers" to the stations of the sandbox
    When Ana publishes "Rivers 2", a new version of "Rivers"
    Then Bruno cannot connect to "Rivers"
    And Bruno is connected to "Rivers 2"

  Scenario: A setting that only the new version requires is asked for
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
