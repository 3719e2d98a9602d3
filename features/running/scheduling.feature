Feature: Scheduling
  A connection can run on a schedule, within the plan of its owner.

  Background:
    Given Ana has an account and is signed in
    And an API that lists the bridges "Old Bridge"
    And Ana has published a connector "Bridges" to that API
    And Bruno has an account on the Pro plan and is signed in
    And Bruno is connected to "Bridges"

  @both-browsers
  Scenario: A connection runs by itself
    When Bruno lets "Bridges" run every 60 minutes
    Then Bruno sees that "Bridges" runs next in 60 minutes
    When the API lists the bridges "Old Bridge, New Bridge"
    And 60 minutes pass
    Then "Bridges" runs by itself for Bruno
    And Bruno's table of "Bridges" lists "Old Bridge, New Bridge"
    And Bruno sees that "Bridges" runs next 60 minutes later
    And Bruno has used 1 connector, 0 datasets, 1 run and 1 scheduled run

  @without-javascript
  Scenario: The free plan has no schedules
    Given Carla has an account on the free plan and is signed in
    And Carla is connected to "Bridges"
    When Carla lets "Bridges" run every 60 minutes
    Then it is refused with "Upgrade to Pro to schedule automatic refreshes"
    And Carla sees that "Bridges" runs manually only

  @without-javascript
  Scenario: A user ends a schedule
    Given Bruno has let "Bridges" run every 60 minutes
    And Ana is connected to "Bridges"
    And Ana has let "Bridges" run every 60 minutes
    When Bruno ends the schedule of "Bridges"
    Then Bruno sees that "Bridges" runs manually only
    When 60 minutes pass
    Then "Bridges" runs by itself for Ana
    But "Bridges" has not run for Bruno

  @without-javascript
  Scenario: A smaller plan pauses a schedule, and a larger one resumes it
    Given Bruno has let "Bridges" run every 60 minutes
    And Ana is connected to "Bridges"
    And Ana has let "Bridges" run every 60 minutes
    When Bruno chooses the plan Free
    Then Bruno sees that the schedule of "Bridges" rests: "Upgrade to Pro to schedule automatic refreshes"
    When 60 minutes pass
    Then "Bridges" runs by itself for Ana
    But "Bridges" has not run for Bruno
    When Bruno chooses the plan Pro
    Then "Bridges" runs by itself for Bruno

  @http
  Scenario: A schedule that has used up its week resumes in the next one
    Given Bruno has let "Bridges" run every 60 minutes
    And Bruno has used up all 50 runs of the week with "Bridges"
    Then Bruno sees that the schedule of "Bridges" rests: "Scheduled run limit reached: You've reached your scheduled run limit for this week."
    When Bruno lets "Bridges" run every 30 minutes
    Then it is refused with "Scheduled run limit reached: You've reached your scheduled run limit for this week."
    When Bruno runs "Bridges"
    Then the run fails with "Run limit reached: 50 of 50 runs this week (Pro)."
    When the next week begins
    Then "Bridges" runs by itself for Bruno
    And Bruno has used 1 connector, 0 datasets, 1 run and 1 scheduled run
