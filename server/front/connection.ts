import type { Socket } from 'bun';
import type { Tunnel } from './tunnel.ts';

/** The other side of a connection. */
export interface Peer {
  readonly address: string;
  /** Whether the connection is over. */
  readonly hasLeft: boolean;
}

/** What the front knows of one connection. */
export class Connection implements Peer {
  readonly socket: Socket<Connection>;
  readonly address: string;
  /** Its neighbours among those that are open. */
  previous: Connection | null = null;
  next: Connection | null = null;
  tunnel: Tunnel | null = null;
  /** What has come and is not answered yet. */
  unread: Buffer | null = null;
  /** What leaves when the clicks of these answers are with the kernel, and what behind it. */
  unsent: Buffer | null = null;
  #moreUnsent: Buffer[] | null = null;
  /** Whether it is read, and its answers leave, at the end of this turn of the event loop. */
  isScheduled = false;
  /** Whether `unread` is the start of a head whose rest has not come. */
  isCut = false;
  /** Whether the answer to what is first in `unread` takes time. */
  isWaiting = false;
  /** Whether the visitor does not take the answers. */
  isBlocked = false;
  /** Whether `unread` and all that comes are the HTTP server's. */
  isHandedOver = false;
  /** Whether the visitor wants nothing behind the last answer. */
  isLast = false;
  /** Whether nothing has come, nor gone to who is slow to read, since the last look at it. */
  isQuiet = false;
  /** Whether we have ended ours, because nothing came. */
  hasBeenEnded = false;
  /** Whether the visitor has ended their side. */
  hasEnded = false;
  hasLeft = false;

  constructor(socket: Socket<Connection>) {
    this.socket = socket;
    this.address = socket.remoteAddress;
  }

  /** Whether what comes has to wait. */
  get isBusy(): boolean {
    return this.isWaiting || this.isBlocked;
  }

  keep(chunk: Buffer): void {
    this.unread = this.unread === null ? chunk : Buffer.concat([this.unread, chunk]);
  }

  answer(bytes: Buffer): void {
    if (this.unsent === null) this.unsent = bytes;
    else (this.#moreUnsent ??= []).push(bytes);
  }

  /** Gives all that is unsent, in one piece. */
  takeUnsent(): Buffer | null {
    const first = this.unsent;
    const more = this.#moreUnsent;
    this.unsent = null;
    if (first === null || more === null) return first;
    this.#moreUnsent = null;
    return Buffer.concat([first].concat(more));
  }
}
