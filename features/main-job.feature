Feature: From an API and a file to a spreadsheet
  The whole way, for people who are new to Tributary.

  @both-browsers @style-sheets
  Scenario: A newcomer publishes, another runs and uploads, a third streams both
    Given Ana has a confirmed account
    And Bruno has a confirmed account
    When Ana signs in
    And Ana publishes a connector "River measurements" to the measurements of the sandbox
    And Bruno signs in
    And Bruno is connected to "River measurements" with its key
    And Bruno runs "River measurements"
    Then the run succeeds
    And Bruno's table of "River measurements" has 2880 rows
    When Ana uploads the dataset "Stations"
      """
      id,name
      1,Upper Mill
      2,Lower Mill
      """
    And Bruno takes access to "Stations"
    And Bruno makes a key
    And a program reads "River measurements" as ndjson with Bruno's key
    Then it gets 2880 rows
    When a program reads "Stations" as csv with Bruno's key
    Then it gets these rows
      | id | name       |
      | 1  | Upper Mill |
      | 2  | Lower Mill |
    When Bruno's Excel reads "River measurements"
    Then it gets a file that begins with a byte order mark
