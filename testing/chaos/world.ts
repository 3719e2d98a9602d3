import type { Answer } from "../call.ts";
import type { Person } from "../person.ts";
import type { Product } from "../product.ts";
import { httpServer, type TestServer } from "../servers/outbound-servers.ts";
import { definition } from "./actions.ts";
import type { World } from "./client.ts";

const OFFERED = 10;
const UPSTREAM_WORDS = Array.from({ length: 30 }, (_, at) => `row ${at}`);
const SLOW_SHARE = 0.3;
const SLOW_MS = 1_500;
/** A plan without limits. */
const ULTRA = 3;

/** An API that answers slowly at times, so that runs are cut too. */
export function upstreamServer(random: () => number): Promise<TestServer> {
  const rows = JSON.stringify(UPSTREAM_WORDS.map((word, n) => ({ n, word })));
  return httpServer((_request, response) => {
    const answer = () => void response.writeHead(200, { "content-type": "application/json" }).end(rows);
    if (random() < SLOW_SHARE) setTimeout(answer, random() * SLOW_MS);
    else answer();
  });
}

/** Signs people up, with one product or several of one installation, and gives them something to connect to. */
export async function makeWorld(
  products: readonly Product[],
  upstream: TestServer,
  people: number,
): Promise<Pick<World, "people" | "offered" | "connectors" | "upstream" | "upstreamWords">> {
  const origin = `http://127.0.0.1:${upstream.port}`;
  const at = (index: number): Product => products[index % products.length]!;
  const owner = await at(0).person("Supplier", ULTRA);
  const clients: Person[] = [];
  for (let n = 0; n < people; n += 1) clients.push(await at(n).person(`Client ${n}`, ULTRA));
  const [offered, connectors]: [string[], string[]] = [[], []];
  const dsl = definition(origin);
  for (let n = 0; n < OFFERED; n += 1) {
    const title = `Offered ${n}`;
    offered.push(madeId(await owner.upload("a\n1\n", { title })));
    connectors.push(madeId(await owner.post("/api/connectors/upload", { title, is_public: true, dsl })));
  }
  return { people: clients, offered, connectors, upstream: origin, upstreamWords: UPSTREAM_WORDS };
}

function madeId({ status, text, json }: Answer): string {
  if (status !== 201) throw new Error(`The world was answered with ${status}: ${text}`);
  return json.id;
}
