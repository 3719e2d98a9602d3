import assert from "node:assert";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type { Connection, Submittable } from "pg";

/** Messages of Postgres' protocol: their first byte. */
const COPY_DATA = 0x64;
const COPY_DONE = 0x63;
const ERROR = 0x45;
/** Type and length. */
const HEADER_BYTES = 5;

type Listener = (chunk: Buffer) => void;

/**
 * The bytes of `COPY … TO STDOUT`. Postgres sends each row as a message; here the headers between them are removed
 * within the chunk that came from the socket, so that a row costs no object of its own. The driver gets its socket back
 * at the end, or when the server reports an error.
 */
export class CopyOut extends Readable implements Submittable {
  /** Known at the end. */
  rowCount = 0;
  readonly #sql: string;
  #socket: Socket | null = null;
  #driver: Listener | null = null;
  /** Bytes of the current message that have not come yet, and its type. */
  #left = 0;
  #type = 0;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  #wanted = false;

  constructor(sql: string) {
    super();
    this.#sql = sql;
  }

  submit(connection: Connection): void {
    const { stream: socket } = connection as Connection & { readonly stream: Socket };
    const [driver, ...others] = socket.listeners("data") as Listener[];
    assert(driver && others.length === 0, "The driver alone listens to its connection");
    this.#socket = socket;
    this.#driver = driver;
    socket.off("data", driver).pause().on("readable", this.#forward);
    connection.query(this.#sql);
  }

  override _read(): void {
    this.#wanted = true;
    this.#forward();
  }

  handleCommandComplete({ text }: { readonly text?: string }): void {
    this.rowCount = Number(/^COPY (\d+)/.exec(text ?? "")?.[1] ?? 0);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  /** The end of the rows is told now, when their number is known and the connection can be used again. */
  handleReadyForQuery(): void {
    if (!this.destroyed) this.push(null);
  }

  readonly #forward = (): void => {
    while (this.#wanted && !this.destroyed) {
      const chunk = this.#socket?.read() as Buffer | null | undefined;
      if (!chunk) return;
      this.#take(chunk);
    }
  };

  /** Passes on the rows of a chunk. They move to its beginning, over the headers. */
  #take(chunk: Buffer): void {
    let at = 0;
    let kept = 0;
    let rest: Buffer | null = null;
    while (at < chunk.length && rest === null) {
      if (this.#left > 0) {
        const end = Math.min(at + this.#left, chunk.length);
        this.#left -= end - at;
        if (this.#type === COPY_DATA) {
          chunk.copyWithin(kept, at, end);
          kept += end - at;
        }
        at = end;
      } else {
        // The driver reads an error, and all that follows, itself.
        if (this.#headerBytes === 0 && chunk[at] === ERROR) rest = chunk.subarray(at);
        else at = this.#readHeader(chunk, at);
        if (this.#type === COPY_DONE && this.#headerBytes === 0) rest = chunk.subarray(at);
      }
    }
    if (kept > 0) this.#wanted = this.push(chunk.subarray(0, kept));
    if (rest !== null) this.#giveBack(rest);
  }

  /** Reads a header, or what has come of it, and returns where the chunk goes on. */
  #readHeader(chunk: Buffer, at: number): number {
    const taken = Math.min(HEADER_BYTES - this.#headerBytes, chunk.length - at);
    for (let place = 0; place < taken; place += 1)
      this.#header[this.#headerBytes + place] = chunk[at + place] as number;
    this.#headerBytes += taken;
    if (this.#headerBytes === HEADER_BYTES) {
      this.#headerBytes = 0;
      this.#type = this.#header[0] as number;
      // The length counts its own four bytes.
      this.#left = this.#header.readUInt32BE(1) - 4;
    }
    return at + taken;
  }

  #giveBack(rest: Buffer): void {
    const [socket, driver] = [this.#socket, this.#driver];
    this.#socket = null;
    if (!socket || !driver) return;
    socket.off("readable", this.#forward).on("data", driver);
    driver(rest);
    // A listener does not start a paused stream, and the driver may have paused it again.
    process.nextTick(() => socket.resume());
  }
}
