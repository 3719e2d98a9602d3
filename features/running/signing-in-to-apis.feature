Feature: Signing in to APIs
  Some APIs have their own sign-in page. A user signs in there once, and later runs need no further sign-in.

  Background:
    Given Ana has an account and is signed in
    And Bruno has an account and is signed in
    And an API where people sign in on its own page
    And Ana has published a connector "Calendar" to that API, for people who sign in

  @both-browsers @style-sheets
  Scenario: Runs wait for the sign-in, and pull after it
    Given Bruno is connected to "Calendar" as his app at that API
    When Bruno runs "Calendar"
    Then the run fails with "first."
    When Bruno signs in to the API of "Calendar"
    And Bruno runs "Calendar"
    Then the run succeeds
    And Bruno's table of "Calendar" has 6 rows

  @http
  Scenario: A sign-in that ends in the middle of a run is renewed
    Given Bruno is connected to "Calendar" as his app at that API
    And Bruno has signed in to the API of "Calendar"
    When the API ends its sign-ins after the first page
    And Bruno runs "Calendar"
    Then the run succeeds
    And Bruno's table of "Calendar" has 6 rows

  @without-javascript
  Scenario: A user who refuses access at the API is not signed in
    Given Bruno is connected to "Calendar" as his app at that API
    When Bruno does not allow it at the API of "Calendar"
    Then it is refused with "You did not allow it"
    When Bruno runs "Calendar"
    Then the run fails with "first."
