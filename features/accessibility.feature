@browser @javascript
Feature: Pages without barriers
  Every page works with a keyboard and a screen reader, on phones and desktops, in light and dark colours.

  Background:
    Given Ana has an account and is signed in
    And Ana has uploaded the dataset "River levels" with 12 rows
    And Ana has published a connector "River measurements" to the measurements of the sandbox

  Scenario: A visitor meets no barrier
    When a visitor looks at these pages
      | landing |
      | datastore |
      | nothing found |
      | dataset |
      | connector |
      | login |
      | register |
      | forgotten password |
      | expired reset |
      | expired link |
      | about |
      | data apps |
      | documentation |
      | documentation of keys |
      | documentation search |
      | jump menu |
      | use cases |
      | terms |
      | imprint |
      | cookies |
      | log     |
      | contact |
      | blog |
      | post |
      | api documentation |
      | unknown |
    Then no page has a serious barrier
    And no page scrolls sideways

  Scenario: A signed-in user meets no barrier
    Given Bruno has an account and is signed in
    And Bruno is connected to "River measurements" with its key
    And Bruno has run "River measurements"
    And Bruno has taken access to "River levels"
    And Bruno has made a key
    And Bruno makes an API key
    When Bruno looks at these pages
      | landing |
      | datastore |
      | dataset |
      | connector |
      | connector output |
      | connector runs |
      | connector definition |
      | connector versions |
      | upload |
      | new connector |
      | connections |
      | uploaded |
      | streams |
      | account |
      | account security |
      | account keys |
      | account plan |
    Then no page has a serious barrier
    And no page scrolls sideways

  Scenario: A user who sets up, schedules and runs a connection meets no barrier
    Given Bruno has an account and is signed in
    And Ana has published a connector "Searchable measurements" to an endpoint of the sandbox that has every kind of field
    And Bruno is connected to "River measurements" with its key
    And Bruno's connection to "River measurements" runs every hour
    And Bruno has run "River measurements"
    When Bruno looks at these pages
      | connector |
      | connector output |
      | connector runs |
      | last run |
      | connections |
      | every kind of field |
      | ways to sign in |
    Then no page has a serious barrier
    And no page scrolls sideways

  Scenario: A user who is asked to agree again meets no barrier
    Given Bruno has an account and is signed in
    And Bruno is connected to "River measurements" with its key
    And Ana publishes "River measurements v2", a new version of "River measurements" that calls "an-api-elsewhere-with-a-long-name.example.org"
    When Bruno looks at these pages
      | connector |
      | moving on |
    Then no page has a serious barrier
    And no page scrolls sideways

  Scenario: An author meets no barrier
    Given Ana has imported a connector from a curl command
    When Ana looks at these pages
      | import |
      | draft |
      | uploaded |
    Then no page has a serious barrier
    And no page scrolls sideways

  Scenario: An editor meets no barrier
    Given Clara is an editor and is signed in
    When Clara looks at these pages
      | blog |
      | post |
      | new post |
      | changed post |
    Then no page has a serious barrier
    And no page scrolls sideways

  Scenario: An owner who is connected meets no barrier
    Given Ana is connected to "River measurements" with its key
    When Ana looks at these pages
      | dataset |
      | dataset editor |
      | dataset deletion |
      | connector |
      | connector setup |
      | uploaded |
    Then no page has a serious barrier
    And no page scrolls sideways

  Scenario: An owner whose file has rows that do not fit meets no barrier
    Given Ana has uploaded the dataset "With a bad row"
      """
      station,level
      Upper Mill,2.41
      Lower Mill,3.07,one-cell-too-many-and-a-word-that-is-far-too-long-for-a-phone-to-show-in-one-line-whatever-it-does
      Weir,0.98
      """
    When Ana looks at these pages
      | rows that were not loaded |
      | uploaded |
    Then no page has a serious barrier
    And no page scrolls sideways

  Scenario: A long name without spaces does not break the layout
    Given Ana has published a connector "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW" to the stations of the sandbox
    When Ana looks at these pages
      | connector with a long name |
      | uploaded |
    Then no page has a serious barrier
    And no page scrolls sideways
