import { httpServer } from "#infra/egress/testing-servers.ts";

/** A server beside the product whose answers a scenario sets, path by path. */
export type RemoteApi = {
  readonly port: number;
  /** From now on this path answers with these rows. */
  answer(path: string, rows: readonly object[]): void;
  /** From now on there is nothing at this path. */
  forget(path: string): void;
  /** The address of a path, as a connector calls it. */
  url(path: string): string;
  close(): Promise<void>;
};

export async function openRemoteApi(): Promise<RemoteApi> {
  const answers = new Map<string, string>();
  const server = await httpServer((request, response) => {
    const body = answers.get(request.url ?? "");
    response.statusCode = body === undefined ? 404 : 200;
    response.setHeader("content-type", "application/json").end(body ?? '{"error":"There is nothing here."}');
  });
  return {
    port: server.port,
    answer: (path, rows) => void answers.set(path, JSON.stringify(rows)),
    forget: (path) => void answers.delete(path),
    url: (path) => `http://127.0.0.1:${server.port}${path}`,
    close: () => server.close(),
  };
}
