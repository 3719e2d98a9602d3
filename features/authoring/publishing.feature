Feature: Publishing connectors
  An author describes an API once, and other users connect to it.

  Background:
    Given Ana has an account and is signed in

  @without-javascript
  Scenario: A published connector is found by everyone
    When Ana publishes a connector "River stations" to the stations of the sandbox
    Then everyone finds "River stations"

  @without-javascript
  Scenario: A published connector is found by misspelt words
    When Ana publishes a connector "River stations" to the stations of the sandbox
    Then everyone who searches for "Rivr statoins" finds "River stations"

  @without-javascript
  Scenario: A private connector is invisible to strangers
    Given Bruno has an account and is signed in
    When Ana publishes a private connector "Our stations" to the stations of the sandbox
    Then Ana sees the connector "Our stations"
    But Bruno neither finds nor sees the connector "Our stations"
    And a visitor neither finds nor sees the connector "Our stations"

  @http
  Scenario Outline: A definition that cannot work is refused with one clear sentence
    When Ana publishes a connector "Mistaken" defined as
      """
      <definition>
      """
    Then it is refused with "<sentence>"
    And nobody finds "Mistaken"

    Examples:
      | definition                                                | sentence                                         |
      | {"protocol": "rest",                                      | Invalid JSON in connector spec.                  |
      | {"protocol": "soap", "operations": [{"url": "/v1"}]}      | Connector must define protocol: 'rest'.          |
      | {"protocol": "rest", "operations": []}                    | Connector must include at least one operation.   |
      | {"protocol": "rest", "operations": [{"id": "stations"}]}  | First operation must include a 'url'.            |
