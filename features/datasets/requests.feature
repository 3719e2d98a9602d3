Feature: Asking for access
  The owner of a public dataset can decide on each request for access. Everybody sees the columns and a sample.

  Background:
    Given Ana has an account and is signed in
    And Bruno has an account and is signed in
    And Ana has uploaded the dataset "Levels" on request

  @both-browsers
  Scenario: A request is withdrawn, made again, refused, made again and approved
    Then Bruno sees 10 of the 12 rows of "Levels"
    When Bruno asks for access to "Levels": "A study of floods"
    Then Bruno's request for "Levels" is open
    When Bruno withdraws the request for "Levels"
    Then Ana reads no request for "Levels"
    When Bruno asks for access to "Levels": "A study of rivers"
    Then Ana reads the request for "Levels": "A study of rivers"
    When Ana refuses Bruno's request for "Levels": "Not checked yet"
    Then Bruno's request for "Levels" is refused
    When Bruno asks for access to "Levels": "A later study"
    And Ana approves Bruno's request for "Levels" until "2099-12-31"
    Then Bruno sees the 12 rows of "Levels"

  @http
  Scenario: Access cannot end before it begins
    When Bruno asks for access to "Levels": "A study of floods"
    And Ana approves Bruno's request for "Levels" until "2020-01-01"
    Then it is refused with "The end of the access must be in the future."
    And Bruno sees 10 of the 12 rows of "Levels"

  @without-javascript
  Scenario: A request needs a reason
    When Bruno asks for access to "Levels": " "
    Then it is refused with "Say what you need the data for."
    And Ana reads no request for "Levels"
