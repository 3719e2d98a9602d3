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
