Feature: Limits
  A plan limits connections, datasets and runs per week. Changing to a smaller plan removes nothing.

  Background:
    Given Ana has an account and is signed in
    And Carla has an account on the free plan and is signed in

  @without-javascript
  Scenario: The free plan has room for five connections
    Given an API that lists the bridges "Old Bridge"
    And Ana has published 6 connectors "Bridges" to that API
    And Carla is connected to the first 5 of "Bridges"
    When Carla tries to connect to "Bridges 6"
    Then it is refused with "Your plan (Free) has room for 5 active connectors."
    When Carla removes the connection to "Bridges 1"
    And Carla tries to connect to "Bridges 6"
    Then it succeeds
    And Carla has used 5 connectors, 0 datasets, 0 runs and 0 scheduled runs

  @http
  Scenario: The free plan has room for five datasets
    Given Ana has uploaded 6 datasets "Levels"
    And Carla has taken access to the first 5 of "Levels"
    When Carla tries to take access to "Levels 6"
    Then it is refused with "Your plan (Free) has room for 5 datasets."
    When Carla leaves "Levels 1"
    And Carla tries to take access to "Levels 6"
    Then it succeeds
    And Carla has used 0 connectors, 5 datasets, 0 runs and 0 scheduled runs

  Scenario: A smaller plan removes nothing, and a larger one has room for more
    Given Ana has uploaded 7 datasets "Levels"
    And Bruno has an account on the Pro plan and is signed in
    And Bruno has taken access to the first 6 of "Levels"
    When Bruno chooses the plan Free
    Then Bruno has used 0 connectors, 6 datasets, 0 runs and 0 scheduled runs
    And Bruno sees the 3 rows of "Levels 6"
    When Bruno tries to take access to "Levels 7"
    Then it is refused with "Your plan (Free) has room for 5 datasets."
    When Bruno chooses the plan Pro
    And Bruno tries to take access to "Levels 7"
    Then it succeeds

  @http
  Scenario: Uploads do not count
    Given Carla has uploaded 6 datasets "Levels"
    Then Carla sees the 3 rows of "Levels 6"
    And Carla has used 0 connectors, 0 datasets, 0 runs and 0 scheduled runs

  @http
  Scenario: The free plan allows five runs a week
    Given Ana has published a connector "River stations" to the stations of the sandbox
    And Carla is connected to "River stations"
    And Carla has run "River stations" 5 times
    When Carla runs "River stations"
    Then the run fails with "Run limit reached: 5 of 5 runs this week (Free)."
    And Carla has used 1 connector, 0 datasets, 5 runs and 0 scheduled runs

  @http
  Scenario: A program cannot report runs that did not happen
    Given Ana has published a connector "River stations" to the stations of the sandbox
    And Carla is connected to "River stations"
    And Carla has run "River stations" 2 times
    When a program of Carla's says that a scheduled run was made
    Then Carla has used 1 connector, 0 datasets, 2 runs and 0 scheduled runs
