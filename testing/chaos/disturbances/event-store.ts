import { setTimeout as wait } from "node:timers/promises";
import { type ProtocolServer, startProtocolServer } from "../../servers/eventstoredb-server.ts";
import { freePort } from "../../servers/free-port.ts";
import { logOutside, openLogOutside } from "../site/log-outside.ts";
import { lives, openSite, type Site } from "../site/site.ts";
import type { Disturbance } from "./disturbance.ts";

const LIFE_MS = [300, 3_000] as const;
/** Calls of the log give up after some seconds: some silences are shorter, some longer. */
const SILENCE_MS = [500, 9_000] as const;
const AWAY_MS = [200, 4_000] as const;

export const eventStore: Disturbance = {
  name: "event-store",
  does: "the log is in an EventStoreDB (our stand-in), which falls silent, cuts subscriptions or restarts, or the product is killed",
  async begin(ground) {
    const port = await freePort();
    let server: ProtocolServer = await startProtocolServer({ port });
    ground.atEnd(() => server.close());
    const plain = await openSite({ ...ground, settings: { env: { EVENTSTORE_URL: server.url } } });
    const { url } = server;
    const site: Site = { ...plain, withDatabase: logOutside(plain, url), openLog: () => openLogOutside(url) };
    await site.startAll();
    const between = ([least, more]: readonly [number, number]) => wait(least + site.random() * more);
    const faults: Readonly<Record<string, () => Promise<void>>> = {
      async silences() {
        server.silence(true);
        await between(SILENCE_MS);
        server.silence(false);
      },
      "cuts of subscriptions": async () => server.cutSubscriptions(),
      async "restarts of the log"() {
        server.close();
        await between(AWAY_MS);
        server = await startProtocolServer({ port, state: server.state });
      },
      async "kills amid it"() {
        await site.killAll();
        await site.startAll();
      },
    };
    return {
      site,
      async disturb({ goesOn }) {
        const names = Object.keys(faults);
        for (let n = 0; n < 2 || goesOn(); n += 1) {
          await lives(site.random, LIFE_MS);
          const name = names[Math.floor(site.random() * names.length)]!;
          await faults[name]!();
          site.did(name);
        }
      },
    };
  },
};
