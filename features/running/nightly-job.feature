@http
Feature: A nightly job
  A program with a key does what its owner does on the pages: it uploads, runs, waits, reads, and stops when something is wrong.

  Background:
    Given Ana has an account and is signed in
    And Ana has uploaded the dataset "Readings"
      """
      station,level
      Upper Mill,2.41
      """
    And an API that lists the bridges "Old Bridge, New Bridge"
    And Ana has published a connector "Bridges" to that API
    And Ana is connected to "Bridges"
    And Ana has given a nightly job a key, to upload into "Readings" and to run "Bridges"

  Scenario Outline: The job uploads last night's file, runs and reads with <tool>
    When the nightly job runs with <tool> and this file
      """
      station,level
      Upper Mill,2.53
      Lower Mill,1.07
      """
    Then the job ends well
    And the job has read the bridges "Old Bridge, New Bridge"
    And Ana's "Readings" has the rows of the file

    Examples:
      | tool                 |
      | the documented lines |
      | the command          |
      | the generated client |

  Scenario Outline: The job stops when its file does not fit, and readers keep their rows, with <tool>
    When the nightly job runs with <tool> and this file
      """
      place,level
      Upper Mill,2.53
      """
    Then the job ends with an error
    And the job has read nothing
    And Ana's "Readings" has the rows that it had

    Examples:
      | tool                 |
      | the documented lines |
      | the command          |
      | the generated client |

  Scenario Outline: The job stops when the run fails, with <tool>
    When the API is gone
    And the nightly job runs with <tool> and this file
      """
      station,level
      Upper Mill,2.53
      """
    Then the job ends with an error
    And the job has read nothing

    Examples:
      | tool                 |
      | the documented lines |
      | the command          |
      | the generated client |

  Scenario: A job whose key was deleted stops at once
    Given Ana has deleted the key of the nightly job
    When the nightly job runs with the command and this file
      """
      station,level
      Upper Mill,2.53
      """
    Then the job ends because it is not allowed
    And Ana's "Readings" has the rows that it had
