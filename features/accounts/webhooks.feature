Feature: Webhooks
  Programs are told what happens, at an address of their own.

  @both-browsers
  Scenario: A test and a new version come to a program, signed
    Given Ana has an account and is signed in
    When Ana makes a webhook for new versions
    And Ana sends a test to the webhook
    Then the program of Ana gets a genuine "tributary.test"
    And Ana sees that 1 delivery has arrived
    When Ana sends the last delivery again
    Then the program of Ana gets the same "tributary.test" twice
    Given Ana has uploaded the dataset "Levels" on request
    Then the program of Ana gets a genuine "tributary.dataset.version"
