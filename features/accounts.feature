Feature: Accounts
  Whoever connects, uploads or streams has an account, and only who reads the mailbox gets into it.

  Scenario: A newcomer registers, confirms the address and signs in
    When Ana registers
    And Ana opens the link in her mail
    And Ana signs in
    Then Ana is signed in
    When Ana signs out
    Then Ana is not signed in

  Scenario: An account waits until its address is confirmed
    Given Ana has registered
    When Ana signs in
    Then it is refused with "Verify your e-mail address first. The link is in the mail we sent you."
    And Ana is not signed in

  Scenario: A wrong password does not open an account
    Given Ana has a confirmed account
    When Ana signs in with the password "not the right one"
    Then it is refused with "Login failed"
    And Ana is not signed in

  Scenario: A short password is not taken
    When Ana registers with the password "7 chars"
    Then it is refused with "Password must be at least 8 characters long"

  Scenario: A password that everybody tries first is not taken
    When Ana registers with the password "Summer2024!"
    Then it is refused with "This password is too easy to guess. Choose another one."

  Scenario: A user name belongs to one person
    Given Ana has a confirmed account
    When Bruno registers under Ana's name
    Then it is refused with "User name taken. Please choose another one."

  Scenario: Registering tells nobody which addresses are known
    Given Ana has a confirmed account
    When Bruno registers with Ana's address
    Then it succeeds as for any other address
    And Ana can still sign in

  Scenario: Opening the link of a mail twice is as good as once
    Given Ana has registered
    When Ana opens the link in her mail
    And Ana opens the same link again
    Then it succeeds
    And Ana can still sign in

  Scenario: A forgotten password is replaced by mail
    Given Ana has a confirmed account
    When Ana asks for a new password
    And Ana chooses the password "a better one by far" with the link in her mail
    Then Ana can sign in with the password "a better one by far"
    And Ana cannot sign in with her first password
    When Ana chooses the password "yet another one" with the same link
    Then it is refused with "This link has expired or was already used."

  Scenario: Asking for a new password tells nobody which addresses are known
    Given Ana has a confirmed account
    When Ana asks for a new password
    Then Bruno, who has no account, is told the same when he asks for one
