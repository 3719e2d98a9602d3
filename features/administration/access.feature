Feature: Access
  Auditors see who has access to an item, and why, and who read it. The owner sees it too; others do not.

  Background:
    Given Ana has an account and is signed in
    And Bruno has an account and is signed in
    And Tess is an auditor and is signed in
    And Ana has uploaded the dataset "Levels" on request

  @both-browsers
  Scenario: An auditor sees who could see what
    When Bruno asks for access to "Levels": "A study of floods"
    And Ana approves Bruno's request for "Levels" until "2099-12-31"
    Then Tess reads that Bruno sees "Levels" by "grant, public"
    And Tess reads that Ana sees "Levels" by "owner, public"
    And Tess reads that the access to "Levels" changed by "access granted, access request approved, access requested"
    But Bruno does not read who has access to "Levels"

  @both-browsers
  Scenario: An auditor sees what a person is offered, without acting as them
    Given Ana has uploaded the private dataset "Secret levels" with 3 rows
    Then Tess reads that Bruno is offered "ask" for "Levels"
    And Tess reads that Ana is offered "edit, new version, add rows, delete" for "Levels"
    But Tess reads that Bruno does not see "Secret levels"
