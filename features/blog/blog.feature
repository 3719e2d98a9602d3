Feature: The blog
  Editors write posts, and everyone reads them.

  Background:
    Given Ana is an editor and is signed in

  @both-browsers
  Scenario: An editor publishes a post, and everyone reads it
    When Ana publishes the post "Summer update" of the type "update"
      """
      <h2>What changed</h2><p>Tables show <b>how many cells are empty</b>.</p><script>alert("not this")</script>
      """
    Then it succeeds with "Post created!"
    And a visitor reads "how many cells are empty" in the post "Summer update"
    But a visitor does not read "not this" in the post "Summer update"
    And a search of the blog for "Summer update" finds "Summer update"
    And a search of the blog for "cells empty" of the type "whitepaper" does not find "Summer update"

  @both-browsers
  Scenario: A user likes a post once, and takes it back
    Given Ana has published the post "Likeable"
    And Bruno has an account and is signed in
    When Bruno likes the post "Likeable"
    Then the post "Likeable" has 1 like
    When Ana likes the post "Likeable"
    Then the post "Likeable" has 2 likes
    When Bruno takes back the like of the post "Likeable"
    Then the post "Likeable" has 1 like

  @without-javascript
  Scenario: Two posts cannot have the same slug
    Given Ana has published the post "First come"
    When Ana publishes another post with the slug of "First come"
    Then it is refused with "Choose another one."

  @both-browsers
  Scenario: Only editors write posts
    Given Bruno has an account and is signed in
    Then Bruno may not write posts
    But Ana may write posts

  @browser @both-browsers
  Scenario: A draft is for editors until it is published
    Given Bruno has an account and is signed in
    When Ana saves the post "Not yet" as a draft
    Then Bruno does not see the post "Not yet"
    And Ana sees the post "Not yet"
    When Ana publishes the draft "Not yet"
    Then Bruno sees the post "Not yet"
    When Ana makes the post "Not yet" a draft again
    Then Bruno does not see the post "Not yet"

  @browser @both-browsers
  Scenario: A deleted post is gone
    Given Bruno has an account and is signed in
    And Ana has published the post "Withdrawn"
    When Ana deletes the post "Withdrawn"
    Then it succeeds with "Post deleted"
    And Bruno does not see the post "Withdrawn"
    And a search of the blog for "Withdrawn" does not find "Withdrawn"

  @browser @javascript
  Scenario: What is written in the rich editor is shown as it was written
    When Ana writes the post "Rich" in the editor, with the heading "What changed" and the paragraph "Cells are counted."
    Then it succeeds with "Post created!"
    And the post "Rich" has the heading "What changed" and the paragraph "Cells are counted."
    When Ana opens the post "Rich" in the editor
    Then the editor has the heading "What changed"
    And it shows this heading as HTML too

  @browser @javascript
  Scenario: A post that cannot be sent is kept
    When Ana's connection breaks while she publishes the post "Offline"
    Then it is refused with "Error creating post."
    And the form still has the title "Offline"
