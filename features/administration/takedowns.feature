Feature: Takedowns
  Admins hide what must not be here. Its owner still sees it, reads why, and it can be shown again.

  Background:
    Given Ana is an admin and is signed in
    And Bruno has an account and is signed in
    And Carla has an account and is signed in
    And Bruno has uploaded 1 datasets "Levels"

  @both-browsers
  Scenario: A dataset that is taken down is hidden until it is restored
    When Ana takes down "Levels 1" because "It holds private letters."
    Then it succeeds
    And Carla neither finds nor sees the dataset "Levels 1"
    And Bruno sees the 3 rows of "Levels 1"
    And Bruno is told by mail "> It holds private letters."
    When Ana restores "Levels 1"
    Then it succeeds
    And Carla sees the 3 rows of "Levels 1"

  @without-javascript
  Scenario: Nothing is taken down without a reason
    When Ana takes down "Levels 1" because " "
    Then it is refused with "Say why it is taken down."
    And Carla sees the 3 rows of "Levels 1"
