Feature: Categories
  Admins decide which categories there are. Items keep a category whatever happens to it.

  Background:
    Given Ana is an admin and is signed in
    And Carla has an account and is signed in

  @both-browsers
  Scenario: A category that an admin adds is offered to authors, under its new name too
    When Ana adds the category "Offices"
    Then it succeeds
    And Carla can choose the category "Offices"
    When Ana renames the category "Offices" to "Agencies"
    Then it succeeds
    And Carla can choose the category "Agencies"
    And Carla cannot choose the category "Offices"
    When Ana removes the category "Agencies"
    Then it succeeds
    And Carla cannot choose the category "Agencies"

  @without-javascript
  Scenario: A category exists once
    When Ana adds the category "Bridges"
    And Ana adds the category "Bridges"
    Then it is refused with "There is already a category with this name."
