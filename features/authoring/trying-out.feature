Feature: Trying a connector out
  Authors can test a definition before publishing it, and users can check a connector before connecting.

  Background:
    Given Ana has an account and is signed in

  @both-browsers
  Scenario: A test read shows the first rows of an API that needs a key
    When Ana tries the measurements of the sandbox with its key
    Then the test brings 100 rows
    And the test says "Cut at 100 rows for this test."
    And the test does not show the key

  @without-javascript
  Scenario: A wrong key is reported before publishing
    When Ana tries the measurements of the sandbox with the key "a wrong key"
    Then the test fails with "The key is missing or wrong."

  @http
  Scenario: A web page instead of data is reported before publishing
    When Ana tries an endpoint of the sandbox that answers with a web page
    Then the test fails with "not JSON"

  @both-browsers
  Scenario: A connection is checked before it is made
    Given Bruno has an account and is signed in
    And Ana has published a connector "River levels" to the measurements of the sandbox
    When Bruno checks "River levels" with its key
    Then it succeeds
    But Bruno is not connected to "River levels"

  @http
  Scenario: A wrong key is reported before connecting
    Given Bruno has an account and is signed in
    And Ana has published a connector "River levels" to the measurements of the sandbox
    When Bruno checks "River levels" with the key "a wrong key"
    Then it is refused with "The key is missing or wrong."

  @both-browsers
  Scenario: The choices of a setting come from the API
    Given an API that lists the bridges "Old Bridge, New Bridge"
    And the API lists the spans "North, South" of the bridge "2"
    And Ana has published a connector "Bridges" to that API, with bridges and spans to choose
    And Bruno has an account and is signed in
    When Bruno asks for the choices of "Bridge" in "Bridges"
    Then Bruno may choose "Old Bridge, New Bridge"
    When Bruno asks for the choices of "Span" in "Bridges"
    Then it is refused with "Fill in "
    When Bruno asks for the choices of "Span" in "Bridges", with "2" as "Bridge"
    Then Bruno may choose "North, South"

  @without-javascript
  Scenario: An API that gives no choices says why
    Given an API that lists the bridges "Old Bridge"
    And Ana has published a connector "Bridges" to that API, with bridges and spans to choose
    When the API is gone
    And Ana asks for the choices of "Bridge" in "Bridges"
    Then it is refused with "There is nothing here."

  @both-browsers
  Scenario: No secret is sent before somebody agrees, however often they ask
    Given Bruno has an account and is signed in
    And an API that lists the bridges "Old Bridge"
    And Ana has published a connector "Bridges" to that API, which asks for the key first
    When Bruno asks 3 times to check "Bridges" with the key "a key of Bruno's", without agreeing
    Then the API has been asked nothing
    When Bruno checks "Bridges" with the key "a key of Bruno's"
    Then it succeeds

  @browser @both-browsers @style-sheets
  Scenario: Pressing Enter in a setting saves it and sends the API no request
    Given Bruno has an account and is signed in
    And an API that lists the bridges "Old Bridge"
    And Ana has published a connector "Bridges" to that API, with bridges and spans to choose
    And Bruno is connected to "Bridges"
    When Bruno types "2" as "Bridge" of "Bridges" and presses Enter
    Then Bruno is told there "Settings saved."
    And the API has been asked nothing
