Feature: Account page
  Name, address, password, sessions and API keys are in the hands of the account's owner.

  Background:
    Given Ana has an account and is signed in

  @both-browsers
  Scenario: A user takes another name
    When Ana changes her name
    Then it succeeds
    And Bruno can register under the name that Ana had

  @http
  Scenario: A name that somebody else has is not taken
    Given Bruno has an account and is signed in
    When Ana changes her name to Bruno's
    Then it is refused with "User name taken. Please choose another one."

  @both-browsers @style-sheets
  Scenario: A new address counts once its link is opened
    When Ana asks for a new address with her password
    Then it succeeds
    When Ana signs out
    Then Ana can still sign in
    When Ana opens the link in the mail to her new address
    Then it succeeds
    And Ana can sign in with her new address
    And a mail tells Ana at her old address

  @without-javascript
  Scenario: A new address needs the password
    When Ana asks for a new address with the password "not the right one"
    Then it is refused with "Email not changed: this is not your current password."
    When Ana asks for a new address with the password ""
    Then it is refused with "Password required to confirm email change"

  @both-browsers
  Scenario: A new password ends the other sessions
    Given Ana is signed in on a phone too
    When Ana changes her password to "a better one by far"
    Then it succeeds
    And Ana is signed in
    And Ana is signed out on the phone
    When Ana signs out
    Then Ana can sign in with the password "a better one by far"

  @both-browsers
  Scenario: A session is ended from elsewhere
    Given Ana is signed in on a phone too
    Then Ana sees the session "Safari on iPhone"
    When Ana ends the session "Safari on iPhone"
    Then it succeeds
    And Ana is signed out on the phone
    And Ana is signed in

  @both-browsers
  Scenario: A program reads with an API key until the key is deleted
    Given Ana has uploaded the dataset "River levels" with 12 rows
    When Ana makes an API key
    Then Ana has the API keys "Key 1"
    And a program reads "River levels" with the API key
    When Ana calls the API key "Key 1" "Monthly report"
    Then it succeeds
    And Ana has the API keys "Monthly report"
    When Ana deletes the API key "Monthly report"
    Then it succeeds
    And the API key opens nothing

  @both-browsers @style-sheets
  Scenario: A user takes her data and deletes the account
    Given Ana has uploaded the dataset "River levels" with 12 rows
    When Ana downloads her data
    Then the file names Ana's address and "River levels"
    When Ana deletes her account with the password "not the right one"
    Then it is refused with "Your account was not deleted: this is not your current password."
    When Ana deletes her account with her password
    Then it succeeds with "Your account was deleted."
    And Ana cannot sign in with her first password
    And soon nobody sees the dataset "River levels"
