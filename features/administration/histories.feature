Feature: An auditor replays
  What happened stays readable, and what something was at a time can be read again.

  Background:
    Given Ana has an account and is signed in
    And Otto is an auditor and is signed in

  @both-browsers
  Scenario: The rows and the card of a dataset, as they were
    Given Ana has uploaded the dataset "Levels"
      """
      station,level
      Mill,2.5
      """
    When Ana uploads a new version of "Levels"
      """
      station,level
      Mill,2.5
      Weir,3.5
      """
    Then Otto reads that "Dataset loaded" happened 2 times to the dataset "Levels"
    And Otto reads rows of "Levels" as of its first "Dataset loaded" with "Mill" and without "Weir"

  @both-browsers
  Scenario: The lineage of a connector, as it was
    Given Ana has published a connector "River stations" to the stations of the sandbox
    When Ana publishes "Stations of rivers", a new version of "River stations"
    Then Otto reads that "Connector version published" happened 2 times to the connector "River stations"
    And Otto reads of the connector "River stations" as of its first "Connector version published" "River stations" and not "Stations of rivers"

  @without-javascript
  Scenario: Others read no history
    Given Bruno has an account and is signed in
    And Ana has uploaded the private dataset "Secret levels" with 3 rows
    Then there is no history of the dataset "Secret levels" for Bruno
