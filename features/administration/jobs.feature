Feature: Jobs
  Admins see what the product has to do in the background, and decide about what failed.

  Background:
    Given Ana is an admin and is signed in

  @both-browsers
  Scenario: An admin sees why a job failed, and removes it
    Given a job has failed with "The log was away"
    Then Ana reads that a job failed with "The log was away"
    When Ana removes this job
    Then it succeeds
    And Ana does not read that a job failed with "The log was away"

  @both-browsers
  Scenario: An admin starts a failed job again
    Given a job has failed with "The disk was full"
    When Ana starts this job again
    Then it succeeds
    And Ana does not read that a job failed with "The disk was full"

  @without-javascript
  Scenario: Jobs are for admins
    Given Bruno has an account and is signed in
    Then Bruno does not see the jobs
