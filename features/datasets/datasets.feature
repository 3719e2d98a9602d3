Feature: Datasets
  A CSV file becomes a table with types, which its owner can share and delete.

  Background:
    Given Ana has an account and is signed in
    And Bruno has an account and is signed in

  @without-javascript
  Scenario: A file becomes a table with types
    When Ana uploads the dataset "River levels"
      """
      station,level,measured_on,flooded,note
      Upper Mill,2.41,2025-03-01,false,
      Lower Mill,3.07,2025-03-02,true,"after rain, and more"
      Weir,0.98,2025-03-03,false,calm
      """
    Then Ana sees the 3 rows of "River levels"
    And its column "station" holds text
    And its column "level" holds numbers
    And its column "measured_on" holds dates
    And its column "flooded" holds yes/no
    And its column "note" reads ", after rain, and more, calm"

  @both-browsers
  Scenario: Somebody publishes an Excel sheet
    When Ana uploads a workbook as the dataset "Visitors"
      | Visitors of the museum |          |      |            |
      |                        |          |      |            |
      | day                    | visitors | open | note       |
      | 2024-02-29             | 118      | true | 00123      |
      | 2024-03-01             | 97.5     | true | after rain |
    Then Ana sees the 2 rows of "Visitors"
    And its column "day" holds dates
    And its column "visitors" holds numbers
    And its column "open" holds yes/no
    And its column "note" holds text
    And Ana has made a key
    When a program reads "Visitors" as csv with Ana's key
    Then it gets these rows
      | day        | visitors | open | note       |
      | 2024-02-29 | 118      | true | 00123      |
      | 2024-03-01 | 97.5     | true | after rain |

  @http
  Scenario: A file with semicolons and umlauts is read correctly
    When Ana uploads the dataset "Pegel"
      """
      Ort;Stand
      Köln;12
      Bonn;9
      """
    Then Ana sees the 2 rows of "Pegel"
    And its column "Ort" reads "Köln, Bonn"
    And its column "Stand" holds numbers

  @both-browsers
  Scenario: Rows that do not fit are set aside, not lost
    When Ana uploads the dataset "With a bad row"
      """
      station,level
      Upper Mill,2.41
      Lower Mill,3.07,one cell too many
      Weir,0.98
      """
    Then Ana sees the 2 rows of "With a bad row"
    And 1 row of "With a bad row" is set aside
    And Ana finds line 3 of "With a bad row" set aside because of "3 cells instead of 2": "Lower Mill,3.07,one cell too many"
    But Bruno does not see which rows of "With a bad row" were set aside

  @without-javascript
  Scenario: A file that is not a table is refused with the reason
    When Ana uploads the dataset "A web page"
      """
      <!doctype html>
      <html><body>This is not a table.</body></html>
      """
    Then it is refused with "This is not a CSV, Excel, JSON or Parquet file but a web page or XML."
    And nobody finds "A web page"

  @without-javascript
  Scenario: An empty file is refused
    When Ana uploads an empty file as the dataset "Nothing"
    Then it is refused with "The file is empty."

  @without-javascript
  Scenario: Users see a sample before they take access, and all rows afterwards
    Given Ana has uploaded the dataset "Twelve rows" with 12 rows
    Then Bruno sees 10 of the 12 rows of "Twelve rows"
    When Bruno takes access to "Twelve rows"
    Then Bruno sees the 12 rows of "Twelve rows"

  @without-javascript
  Scenario: A private dataset is invisible to strangers
    When Ana uploads the private dataset "Our levels"
      """
      station,level
      Upper Mill,2.41
      """
    Then Ana sees the dataset "Our levels"
    But Bruno neither finds nor sees the dataset "Our levels"
    And a visitor neither finds nor sees the dataset "Our levels"

  Scenario: A deleted dataset that nobody else uses is gone
    Given Ana has uploaded the dataset "Levels" with 3 rows
    When Ana deletes the dataset "Levels"
    Then Ana neither finds nor sees the dataset "Levels"

  @without-javascript
  Scenario: A deleted dataset stays with its subscribers until the last one leaves
    Given Ana has uploaded the dataset "Levels" with 3 rows
    And Bruno has taken access to "Levels"
    When Ana deletes the dataset "Levels"
    Then a visitor neither finds nor sees the dataset "Levels"
    But Bruno sees the 3 rows of "Levels"
    When Bruno leaves "Levels"
    Then Bruno neither finds nor sees the dataset "Levels"

  @without-javascript
  Scenario: A private dataset is shared by e-mail
    Given Ana has uploaded the private dataset "Our levels" with 3 rows
    When Ana shares "Our levels" with Bruno's address
    Then Bruno sees the 3 rows of "Our levels"
    But a visitor neither finds nor sees the dataset "Our levels"

  @both-browsers
  Scenario: A private dataset is shared until a day
    Given Ana has uploaded the private dataset "Our levels" with 3 rows
    When Ana shares "Our levels" with Bruno's address until the end of the year after next
    Then Bruno sees the 3 rows of "Our levels"
    And Ana sees on which day Bruno's access to "Our levels" ends

  @both-browsers @style-sheets
  Scenario: The owner gives a dataset an image, which everybody sees, and takes it away again
    Given Ana has uploaded the dataset "Bridges" with 3 rows
    When Ana gives "Bridges" an image
    Then it succeeds
    And Bruno sees the image of "Bridges"
    When Ana takes the image of "Bridges" away
    Then it succeeds
    And Bruno does not see the image of "Bridges"

  @http
  Scenario: A file that only has the name of an image is refused
    Given Ana has uploaded the dataset "Bridges" with 3 rows
    When Ana gives "Bridges" a text as its image
    Then it is refused with "This file is not a PNG, JPEG or WebP image."
    And Bruno does not see the image of "Bridges"

  @without-javascript
  Scenario: No page is older than the last change, for visitors neither
    Given Ana has uploaded the dataset "Levels" with 3 rows
    Then everyone finds "Levels"
    And Bruno sees 3 of the 3 rows of "Levels"
    When Ana deletes the dataset "Levels"
    Then a visitor neither finds nor sees the dataset "Levels"
    And Bruno neither finds nor sees the dataset "Levels"
