Feature: New versions of a dataset
  A file takes the place of the rows of a dataset. Its address and its readers stay.

  Background:
    Given Ana has an account and is signed in
    And Bruno has an account and is signed in
    And Ana has uploaded the dataset "Levels"
      """
      station,level
      Mill,2.5
      Weir,3.5
      """
    And Bruno has taken access to "Levels"

  @without-javascript
  Scenario: Who has access reads the new rows at the same place
    When Ana uploads a new version of "Levels"
      """
      station,level
      Mill,4.5
      Weir,5.5
      Lock,6
      """
    Then Ana sees version 2 of "Levels"
    And Bruno sees the 3 rows of "Levels"
    And its column "level" reads "4.5, 5.5, 6"

  @without-javascript
  Scenario: Other columns are refused, and the rows stay
    When Ana uploads a new version of "Levels"
      """
      station,depth
      Mill,1
      """
    Then it is refused with "The file has other columns than the dataset: missing level; new depth."
    And Bruno sees the 2 rows of "Levels"
    And Ana sees version 1 of "Levels"

  @without-javascript
  Scenario: Other columns are taken when the owner says so
    When Ana uploads a new version of "Levels" with other columns
      """
      station,depth
      Mill,1
      """
    Then Bruno sees the 1 rows of "Levels"
    And its column "depth" holds numbers

  @both-browsers
  Scenario: The owner takes the columns of a file that was refused, without uploading it again
    When Ana uploads a new version of "Levels"
      """
      station,depth
      Mill,1
      """
    And it is refused with "The file has other columns than the dataset: missing level; new depth."
    And Ana takes the new columns of "Levels"
    Then Bruno sees the 1 rows of "Levels"
    And its column "depth" holds numbers
    And Ana sees version 2 of "Levels"

  @without-javascript
  Scenario: A file that is not a table leaves the rows as they are
    When Ana uploads a new version of "Levels"
      """
      <!doctype html>
      <html><body>This is not a table.</body></html>
      """
    Then it is refused with "This is not a CSV, Excel, JSON or Parquet file but a web page or XML."
    And Bruno sees the 2 rows of "Levels"

  @both-browsers
  Scenario: Rows are added, and readers see all of them
    When Ana adds a file of rows to "Levels"
      """
      station,level
      Lock,6
      """
    Then Bruno sees the 3 rows of "Levels"
    And its column "level" reads "2.5, 3.5, 6"
    And Bruno sees that version 2 of "Levels" added 1 row and changed 0

  @both-browsers
  Scenario: Pasted rows say what they change before they are stored
    When Ana pastes these rows into "Levels", matched by "station"
      """
      station,level
      Weir,9
      Lock,6
      """
    Then they add 1 row and change 1
    And Bruno sees the 3 rows of "Levels"
    And its column "level" reads "2.5, 9, 6"
    And Bruno sees that version 2 of "Levels" added 1 row and changed 1

  @without-javascript
  Scenario: Rows that do not fit are refused with the reason
    When Ana pastes these rows into "Levels"
      """
      station,depth
      Weir,9
      """
    Then it is refused with "The file has other columns than the dataset: missing level; new depth."
    And Bruno sees the 2 rows of "Levels"

  @both-browsers
  Scenario: The owner restores an older version
    When Ana uploads a new version of "Levels"
      """
      station,level
      Mill,4.5
      """
    And Ana restores version 1 of "Levels"
    Then Ana sees version 3 of "Levels"
    And Bruno sees the 2 rows of "Levels"
    And its column "level" reads "2.5, 3.5"
