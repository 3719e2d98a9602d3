import { Agent, request } from "node:http";

/** Keep-alive connections that ask one after the other. */
const CONNECTIONS = 8;

export type Asked = {
  readonly url: string;
  /** The path of each request, by its number. */
  readonly path: (n: number) => string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Asks for so many milliseconds; returns the number of answers. An answer other than 200 is an error. */
export async function load({ url, path, headers = {} }: Asked, ms: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const until = performance.now() + ms;
  let asked = 0;
  let answered = 0;
  const ask = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const target = path((asked += 1));
      request(url + target, { agent, headers }, (answer) => {
        answer.resume();
        answer.once("end", () => {
          if (answer.statusCode !== 200) return reject(new Error(`${target} answered ${answer.statusCode}`));
          answered += 1;
          resolve();
        });
      })
        .once("error", reject)
        .end();
    });
  try {
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (performance.now() < until) await ask();
      }),
    );
  } finally {
    agent.destroy();
  }
  return answered;
}
