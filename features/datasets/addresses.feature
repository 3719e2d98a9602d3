Feature: Datasets from an address
  A CSV file is at an address that its publisher keeps up to date. A dataset follows it.

  @both-browsers
  Scenario: A dataset follows the file at an address
    Given Ana has an account and is signed in
    And Bruno has an account and is signed in
    And the file "/levels.csv?key=secret" at an address
      """
      station,level
      Mill,2.5
      Weir,3.5
      """
    When Ana publishes the dataset "Levels" from the address "/levels.csv?key=secret"
    Then Ana sees the 2 rows of "Levels"
    And Ana is shown the address "/levels.csv?key=secret" of "Levels"
    But Bruno is shown no address of "Levels"
    When Ana refreshes "Levels"
    Then Ana sees version 1 of "Levels"
    When the file "/levels.csv?key=secret" becomes
      """
      station,level
      Mill,4.5
      Weir,5.5
      Lock,6.5
      """
    And Ana refreshes "Levels"
    Then Ana sees version 2 of "Levels"
    And Ana sees the 3 rows of "Levels"
    When Ana has "Levels" refreshed every 6 hours
    Then it succeeds
    When the file "/levels.csv?key=secret" becomes
      """
      station,depth
      Mill,1
      """
    And Ana refreshes "Levels"
    Then it is refused with "The file has other columns than the dataset: missing level; new depth."
    And Ana sees the 3 rows of "Levels"

  @http
  Scenario: A schedule of refreshes needs a plan with scheduled runs
    Given Ana has an account on the free plan and is signed in
    And the file "/free.csv" at an address
      """
      station,level
      Mill,2.5
      """
    When Ana publishes the dataset "Free levels" from the address "/free.csv"
    And Ana has "Free levels" refreshed every 6 hours
    Then it is refused with "Upgrade to Pro to schedule automatic refreshes"
