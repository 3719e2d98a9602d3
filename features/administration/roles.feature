Feature: Roles
  Admins look after an installation. They give roles to others, and take them away.

  Background:
    Given Carla has an account and is signed in
    And Ana is an admin and is signed in

  @both-browsers
  Scenario: An admin makes somebody else an admin, and takes it back
    When Ana gives Carla the role admin
    Then it succeeds
    And Carla may administer
    When Ana takes the role admin from Carla
    Then it succeeds
    And Carla may not administer

  @without-javascript
  Scenario: Others cannot give roles
    Given Bruno has an account and is signed in
    Then Bruno may not administer
    When Bruno gives Bruno the role admin
    Then it is refused
    And Bruno may not administer
