Feature: Accounts
  Connecting, uploading and streaming need an account, and only the owner of its mailbox can open it.

  @both-browsers @style-sheets
  Scenario: A newcomer registers, confirms the address and signs in
    When Ana registers
    And Ana opens the link in her mail
    And Ana signs in
    Then Ana is signed in
    When Ana signs out
    Then Ana is not signed in

  @without-javascript
  Scenario: An account cannot be used until its address is confirmed
    Given Ana has registered
    When Ana signs in
    Then it is refused with "Verify your e-mail address first. The link is in the mail we sent you."
    And Ana is not signed in

  @without-javascript
  Scenario: A wrong password does not open an account
    Given Ana has a confirmed account
    When Ana signs in with the password "not the right one"
    Then it is refused with "Login failed"
    And Ana is not signed in

  Scenario: A short password is refused
    When Ana registers with the password "7 chars"
    Then it is refused with "Password must be at least 8 characters long"

  @without-javascript
  Scenario: A password that everybody tries first is not taken
    When Ana registers with the password "Summer2024!"
    Then it is refused with "This password is too easy to guess. Choose another one."

  @http
  Scenario: A user name belongs to one person
    Given Ana has a confirmed account
    When Bruno registers under Ana's name
    Then it is refused with "User name taken. Please choose another one."

  @without-javascript
  Scenario: Registering does not reveal which addresses have an account
    Given Ana has a confirmed account
    When Bruno registers with Ana's address
    Then it succeeds as for any other address
    And Ana can still sign in

  @without-javascript
  Scenario: The link in the mail can be opened twice
    Given Ana has registered
    When Ana opens the link in her mail
    And Ana opens the same link again
    Then it succeeds
    And Ana can still sign in

  @both-browsers
  Scenario: A forgotten password is replaced by mail
    Given Ana has a confirmed account
    When Ana asks for a new password
    And Ana chooses the password "a better one by far" with the link in her mail
    Then Ana can sign in with the password "a better one by far"
    And Ana cannot sign in with her first password
    When Ana chooses the password "yet another one" with the same link
    Then it is refused with "This link has expired or was already used."

  @http
  Scenario: Asking for a new password does not reveal which addresses have an account
    Given Ana has a confirmed account
    When Ana asks for a new password
    Then Bruno, who has no account, is told the same when he asks for one
