Feature: Trying a connector out
  Whoever writes a definition sees what it brings before anything is published.

  Background:
    Given Ana has an account and is signed in

  Scenario: A test read shows the beginning of a keyed API
    When Ana tries the measurements of the sandbox with its key
    Then the test brings 100 rows
    And the test says "Cut at 100 rows for this test."
    And the test does not show the key

  Scenario: A wrong key is told before publishing
    When Ana tries the measurements of the sandbox with the key "a wrong key"
    Then the test fails with "401"

  Scenario: A web page in place of data is told before publishing
    When Ana tries an endpoint of the sandbox that answers with a web page
    Then the test fails with "not JSON"
