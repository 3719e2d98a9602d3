Feature: Running connectors
  A connection pulls all of an API into one table, and says why when it cannot.

  Background:
    Given Ana has an account and is signed in
    And Bruno has an account and is signed in

  @without-javascript
  Scenario: A run brings every page of a keyed API
    Given Ana has published a connector "River levels" to the measurements of the sandbox
    And Bruno is connected to "River levels" with its key
    When Bruno runs "River levels"
    Then the run succeeds
    And Bruno's table of "River levels" has 2880 rows
    And its column "level_m" holds numbers
    And its column "station_id" holds text

  @http
  Scenario: Only the owner of a connection sees its table
    Given Ana has published a connector "River levels" to the measurements of the sandbox
    And Bruno is connected to "River levels" with its key
    When Bruno runs "River levels"
    Then Ana has no table of "River levels"

  @without-javascript
  Scenario: A second run replaces the rows of the first
    Given an API that lists the bridges "Old Bridge, New Bridge, Long Bridge"
    And Ana has published a connector "Bridges" to that API
    And Bruno is connected to "Bridges"
    And Bruno has run "Bridges"
    When the API lists the bridges "New Bridge, Rope Bridge"
    And Bruno runs "Bridges"
    Then the run succeeds
    And Bruno's table of "Bridges" lists "New Bridge, Rope Bridge"

  @without-javascript
  Scenario: A wrong key is reported as such
    Given Ana has published a connector "River levels" to the measurements of the sandbox
    And Bruno is connected to "River levels" with the key "a wrong key"
    When Bruno runs "River levels"
    Then the run fails with "The key is missing or wrong."
    And Bruno has no table of "River levels"

  @http
  Scenario: A run of an API that fails gives its reason
    Given Ana has published a connector "Failing" to an endpoint of the sandbox that always fails
    And Bruno is connected to "Failing"
    When Bruno runs "Failing"
    Then the run fails with "This endpoint always fails."

  @http
  Scenario: A web page instead of data is reported as such
    Given Ana has published a connector "Web page" to an endpoint of the sandbox that answers with a web page
    And Bruno is connected to "Web page"
    When Bruno runs "Web page"
    Then the run fails with "not JSON"

  @without-javascript
  Scenario: A failed run keeps the table of the last successful one
    Given an API that lists the bridges "Old Bridge, New Bridge"
    And Ana has published a connector "Bridges" to that API
    And Bruno is connected to "Bridges"
    And Bruno has run "Bridges"
    When the API is gone
    And Bruno runs "Bridges"
    Then the run fails with "There is nothing here."
    And Bruno's table of "Bridges" lists "Old Bridge, New Bridge"

  Scenario: Removing a connection removes its table
    Given Ana has published a connector "River stations" to the stations of the sandbox
    And Bruno is connected to "River stations"
    And Bruno has run "River stations"
    When Bruno removes the connection to "River stations"
    Then Bruno has no table of "River stations"

  @both-browsers
  Scenario: A user can follow a run, also after coming back
    Given an API that lists the bridges "Old Bridge, New Bridge" and takes its time for a second page
    And Ana has published a connector "Bridges" to the pages of that API
    And Bruno is connected to "Bridges"
    When Bruno starts a run of "Bridges"
    Then Bruno sees the run of "Bridges" at 2 rows
    And Bruno sees the run of "Bridges" at 2 rows
    When the API has no second page
    Then Bruno sees no run of "Bridges" going on
    And Bruno's table of "Bridges" lists "Old Bridge, New Bridge"

  @both-browsers
  Scenario: A cancelled run leaves the table as it was
    Given an API that lists the bridges "Old Bridge" on its only page
    And Ana has published a connector "Bridges" to the pages of that API
    And Bruno is connected to "Bridges"
    And Bruno has run "Bridges"
    When the API lists the bridges "New Bridge, Rope Bridge" and takes its time for a second page
    And Bruno starts a run of "Bridges"
    And Bruno sees the run of "Bridges" at 2 rows
    And Bruno cancels the run of "Bridges"
    Then Bruno sees no run of "Bridges" going on
    And Bruno's runs of "Bridges", newest first, have "cancelled, succeeded"
    And Bruno sees that the run of "Bridges" came to 2 rows
    And Bruno's table of "Bridges" lists "Old Bridge"

  @http
  Scenario: The next run asks only for what has changed
    Given an API that lists the changes since "2026-01-01": "Old Bridge, New Bridge" on "2026-02-01"
    And Ana has published a connector "Bridges" to the changes of that API
    And Bruno is connected to "Bridges"
    And Bruno has run "Bridges"
    When the API lists the changes since "2026-02-01": "New Bridge, Rope Bridge" on "2026-03-01"
    And Bruno runs "Bridges"
    Then the run succeeds
    And Bruno's table of "Bridges" lists "New Bridge, Old Bridge, Rope Bridge"

  @both-browsers
  Scenario: A user can look up the requests of a run
    Given Ana has published a connector "River levels" to the measurements of the sandbox
    And Bruno is connected to "River levels" with its key
    And Bruno has run "River levels"
    Then Bruno can look at the 15 requests of the last run of "River levels", without the key

  @http
  Scenario: Three failures in a row are mailed
    Given Ana has published a connector "Failing" to an endpoint of the sandbox that always fails
    And Bruno is connected to "Failing"
    When Bruno runs "Failing"
    And Bruno runs "Failing"
    And Bruno runs "Failing"
    Then Bruno's runs of "Failing", newest first, have "failed, failed, failed"
    And Bruno gets a mail about failing runs of "Failing"

  @both-browsers
  Scenario: A setting that a connector requires is asked for before it is connected and before it runs
    Given an API that lists the bridges "Old Bridge, New Bridge" of the region "north"
    And Ana has published a connector "Bridges" to that API, which requires a region
    When Bruno connects to "Bridges"
    Then it is refused with "Region"
    And Bruno is not connected to "Bridges"
    Given Bruno is connected to "Bridges" with "north" as the region
    When Bruno runs "Bridges"
    Then the run succeeds
    And Bruno's table of "Bridges" lists "New Bridge, Old Bridge"
    When Bruno runs "Bridges" once without its region
    Then the run fails with "Region"
    When Bruno saves "" as the region of "Bridges"
    Then it is refused with "Region"

  @both-browsers
  Scenario: A connection calls another host only after its user has agreed and entered the secrets again
    Given Ana has published a connector "Levels" to the stations of the sandbox that are on a server of one's own
    And Bruno is connected to "Levels" on the server "http://sandbox.invalid"
    When Bruno changes the server of "Levels" to "https://elsewhere.example"
    Then it is refused with "elsewhere.example"
    And Bruno's connection to "Levels" calls "sandbox.invalid"
    When Bruno runs "Levels"
    Then the run succeeds
    When Bruno agrees to the server "https://elsewhere.example" for "Levels" and enters the key "another key"
    Then it succeeds
    And Bruno's connection to "Levels" calls "elsewhere.example"

  @both-browsers
  Scenario: What would add rows twice waits until somebody says what is to become of the table
    Given an API that lists "Old Bridge" as changed in the region "north" since "2026-01-01"
    And the API lists "Rope Bridge" as changed in the region "south" since "2026-01-01"
    And the API lists "Stone Bridge" as changed in the region "east" since "2026-01-01"
    And Ana has published a connector "Bridges" to the changes of that API by region, which are added
    And Bruno is connected to "Bridges"
    And Bruno saves "north" as the region of "Bridges"
    And Bruno lets each run of "Bridges" keep the rows of the one before
    And Bruno has run "Bridges"
    When Bruno saves "south" as the region of "Bridges"
    And Bruno runs "Bridges"
    Then the run fails with "asks for something else than before"
    And Bruno is asked what is to become of the table of "Bridges"
    And Bruno's table of "Bridges" lists "Old Bridge"
    When Bruno lets "Bridges" add all rows again
    Then the run succeeds and warns "read from the beginning"
    And Bruno's table of "Bridges" lists "Old Bridge, Rope Bridge"
    When Bruno saves "east" as the region of "Bridges"
    And Bruno runs "Bridges"
    Then Bruno is asked what is to become of the table of "Bridges"
    When Bruno lets "Bridges" replace its table
    Then the run succeeds
    And Bruno is not asked what is to become of the table of "Bridges"
    And Bruno's table of "Bridges" lists "Stone Bridge"

  @http
  Scenario: Rows with a key are read again without a question, and that is said
    Given an API that lists "Old Bridge" as changed in the region "north" since "2026-01-01"
    And the API lists "Rope Bridge" as changed in the region "south" since "2026-01-01"
    And Ana has published a connector "Bridges" to the changes of that API by region, which are merged
    And Bruno is connected to "Bridges"
    And Bruno saves "north" as the region of "Bridges"
    And Bruno has run "Bridges"
    When Bruno saves "south" as the region of "Bridges"
    And Bruno runs "Bridges"
    Then the run succeeds and warns "read from the beginning"
    And Bruno is not asked what is to become of the table of "Bridges"
    And Bruno's table of "Bridges" lists "Old Bridge, Rope Bridge"

  @browser @both-browsers
  Scenario: A user who waits on the page is told how the run ended
    Given an API that lists the bridges "Old Bridge, New Bridge" and takes its time for a second page
    And Ana has published a connector "Bridges" to the pages of that API
    And Bruno is connected to "Bridges"
    When Bruno starts a run of "Bridges" and waits on its page
    Then Bruno sees there that it is running
    When the API has no second page
    Then Bruno is told there "Run 1 succeeded: 2 rows."
    And Bruno gets from there to the run

  @browser
  Scenario: A user who waits on Manage Data is told that only a part of the rows came
    Given an API that lists the bridges "Old Bridge" of the place "here"
    And Ana has published a connector "Bridges" to the places "here, nowhere" of that API
    And Bruno is connected to "Bridges"
    When Bruno starts a run of "Bridges" and waits on Manage Data
    Then Bruno is told there "Run 1 ended in part: 1 row."

  @browser @without-javascript
  Scenario: A user who waits on the page is told that the run failed
    Given an API that lists the bridges "Old Bridge" and takes its time for a second page
    And Ana has published a connector "Bridges" to the pages of that API
    And Bruno is connected to "Bridges"
    When Bruno starts a run of "Bridges" and waits on its page
    And the API fails at its second page
    Then Bruno is told there "Run 1 failed: "

  @browser @javascript
  Scenario Outline: What was typed into <a form> is not left without a question
    Given an API that lists the bridges "Old Bridge" of the region "north"
    And Ana has published a connector "Bridges" to that API, which requires a region
    When Bruno types "north" as the region into <a form> of "Bridges" and follows a link
    Then Bruno is asked whether to leave the form
    When Bruno stays at the form
    Then Bruno finds "north" as the region there
    When Bruno follows the link after all
    Then Bruno has left the form

    Examples:
      | a form       |
      | the settings |
      | the set-up   |
