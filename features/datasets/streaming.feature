Feature: Streaming
  One key reads every table its owner may read, from any program that opens a web address.

  Background:
    Given Ana has an account and is signed in
    And Bruno has an account and is signed in
    And Ana has uploaded the dataset "River levels"
      """
      station,level
      Upper Mill,2.41
      "Weir, lower",0.98
      """

  @http
  Scenario Outline: A key opens a table in every format
    Given Bruno has taken access to "River levels"
    And Bruno has made a key
    When a program reads "River levels" as <format> with Bruno's key
    Then it gets these rows
      | station     | level |
      | Upper Mill  | 2.41  |
      | Weir, lower | 0.98  |

    Examples:
      | format |
      | csv    |
      | json   |
      | ndjson |

  @both-browsers
  Scenario: Excel opens the table as it is
    Given Bruno has taken access to "River levels"
    When Bruno's Excel reads "River levels"
    Then it gets a file that begins with a byte order mark
    And it gets these rows
      | station     | level |
      | Upper Mill  | 2.41  |
      | Weir, lower | 0.98  |

  @http
  Scenario: A user without access is told how to get it
    Given Bruno has made a key
    When a program reads "River levels" as csv with Bruno's key
    Then it is told "You have no access to this dataset yet: add it in the DataStore, then stream it with the same key."

  Scenario: A user who gave up access cannot read any more
    Given Bruno has taken access to "River levels"
    And Bruno has made a key
    When Bruno leaves "River levels"
    And a program reads "River levels" as csv with Bruno's key
    Then it is told "You have no access to this dataset yet: add it in the DataStore, then stream it with the same key."

  @http
  Scenario: A private table is unknown to strangers
    Given Ana has uploaded the private dataset "Our levels" with 3 rows
    And Bruno has made a key
    When a program reads "Our levels" as csv with Bruno's key
    Then it is told "Item not found"

  @both-browsers
  Scenario: A new key ends the old one
    Given Ana has made a key
    When Ana makes another key
    Then a program reads nothing with Ana's first key
    But a program reads "River levels" as csv with Ana's key
    And it gets these rows
      | station     | level |
      | Upper Mill  | 2.41  |
      | Weir, lower | 0.98  |

  @both-browsers @style-sheets
  Scenario: A key is made where the table is opened
    Given Ana has uploaded the dataset "Rainfall" with 3 rows
    When Ana makes a key for "River levels" alone
    Then a program reads "River levels" as csv with Ana's key
    And it gets these rows
      | station     | level |
      | Upper Mill  | 2.41  |
      | Weir, lower | 0.98  |
    But a program reads "Rainfall" as csv with Ana's key
    And it is told "You have no access to this dataset yet: add it in the DataStore, then stream it with the same key."

  @both-browsers
  Scenario Outline: The server shows whether a tool can open the table
    Given Ana has made a key
    When Ana checks "River levels" for <tool>
    Then all 2 rows arrive

    Examples:
      | tool    |
      | excel   |
      | powerbi |
      | duckdb  |
