Feature: Notices
  Users are told what happens to what they use and own, and choose where.

  Background:
    Given Ana has an account and is signed in
    And Bruno has an account and is signed in
    And Ana has uploaded the dataset "Levels" on request

  @both-browsers
  Scenario: A request for access and its answer are notices
    When Bruno asks for access to "Levels": "A study of floods"
    Then Ana has an unread notice: "asks for access to" "Levels"
    When Ana marks all notices as read
    Then Ana has no unread notice
    When Ana refuses Bruno's request for "Levels": "Not checked yet"
    Then Bruno has an unread notice: "was refused" "Levels"

  @both-browsers
  Scenario: A kind of notice can be left out
    When Ana mutes notices about access
    And Bruno asks for access to "Levels": "A study of floods"
    Then Ana has no notice: "asks for access to" "Levels"
