import type { Stop } from "#domain/instance/stop.ts";

/** Why a connection is stopped and what its owner can do, in one sentence. */
export function stoppedSentence({ code, facts }: Stop): string {
  switch (code) {
    case "definition-unsafe":
      return `This connection is stopped, because the connector's version ${facts.version} may send a credential where you have not agreed to (${facts.path}): move to another version, or remove the connection.`;
    case "consent-differs":
      return `This connection is stopped, because the connector's version ${facts.version} needs other hosts or places for your credentials than you agreed to: move to another version, or remove the connection and connect again.`;
    case "admin-stopped":
      return "An admin stopped this connection, because its credentials may have left: replace them where the API gives them out, and enter the new ones in its setup.";
  }
}
