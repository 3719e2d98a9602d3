import { Badge } from "../ui/data/badge.tsx";
import { Ago } from "../ui/time/time.tsx";
import type { Programs } from "./programs-of.ts";
import { SCOPE_LABELS } from "./scope-labels.ts";

type KeepProgramsProps = {
  programs: Programs;
  now: string;
  /** Whether they are kept if nothing is chosen. */
  kept: boolean;
};

/** Lists what another password may end; posts `keep_keys` if it is kept. */
export function KeepPrograms({ programs: { apiKeys, streamingKey, webhooks }, now, kept }: KeepProgramsProps) {
  if (apiKeys.length + webhooks.length === 0 && streamingKey === null)
    return kept ? <input type="hidden" name="keep_keys" value="yes" /> : null;
  return (
    <fieldset className="field stack">
      <legend className="label">Programs that act for you</legend>
      <ul className="managed">
        {apiKeys.map(({ id, name, publicPart, scopes, lastUsedAt }) => (
          <li key={id}>
            <div>
              <strong className="wrap-anywhere">{name}</strong>
              <p className="meta row">
                <code>{publicPart}</code>
                {scopes.map((scope) => (
                  <Badge key={scope} tone="line">
                    {SCOPE_LABELS[scope]}
                  </Badge>
                ))}
                <LastUse at={lastUsedAt} now={now} />
              </p>
            </div>
          </li>
        ))}
        {streamingKey !== null && (
          <li>
            <div>
              <strong>Streaming key</strong>
              <p className="meta row">
                <LastUse at={streamingKey.lastUsedAt} now={now} />
              </p>
            </div>
          </li>
        )}
        {webhooks.map(({ id, url }) => (
          <li key={id}>
            <div>
              <strong>Webhook</strong>
              <p className="meta wrap-anywhere">{url}</p>
            </div>
          </li>
        ))}
      </ul>
      <label className="check">
        <input type="checkbox" name="keep_keys" value="yes" defaultChecked={kept} />
        <span>
          Keep these keys
          <span className="hint block">
            Otherwise they stop working at once, and webhooks are switched off. Don't keep what you don't know.
          </span>
        </span>
      </label>
    </fieldset>
  );
}

function LastUse({ at, now }: { at: string | null; now: string }) {
  return at === null ? <span>not used yet</span> : <Ago prefix="last used " at={at} now={now} />;
}
