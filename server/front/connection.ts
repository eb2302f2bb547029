import type { Socket } from 'bun';
import type { Tunnel } from './tunnel.ts';

export interface Peer {
  readonly address: string;
  readonly hasLeft: boolean;
}

export class Connection implements Peer {
  readonly socket: Socket<Connection>;
  readonly address: string;
  previous: Connection | null = null;
  next: Connection | null = null;
  tunnel: Tunnel | null = null;
  unread: Buffer | null = null;
  /** Answers whose clicks are not yet with the kernel. */
  unsent: Buffer | null = null;
  #moreUnsent: Buffer[] | null = null;
  /** Whether this turn of the event loop still handles the connection. */
  isScheduled = false;
  /** Whether `unread` is the start of an incomplete head. */
  isHeadIncomplete = false;
  /** Whether the first request in `unread` waits for a look-up. */
  isWaiting = false;
  isBlocked = false;
  /** Whether the HTTP server gets `unread` and everything after it. */
  isHandedOver = false;
  isLast = false;
  /** Whether nothing was received, or sent to a slow reader, since the last check. */
  isIdle = false;
  isClosing = false;
  hasEnded = false;
  hasLeft = false;

  constructor(socket: Socket<Connection>) {
    this.socket = socket;
    this.address = socket.remoteAddress;
  }

  get isBusy(): boolean {
    return this.isWaiting || this.isBlocked;
  }

  addUnread(chunk: Buffer): void {
    this.unread = this.unread === null ? chunk : Buffer.concat([this.unread, chunk]);
  }

  answer(bytes: Buffer): void {
    if (this.unsent === null) this.unsent = bytes;
    else (this.#moreUnsent ??= []).push(bytes);
  }

  takeUnsent(): Buffer | null {
    const first = this.unsent;
    const more = this.#moreUnsent;
    this.unsent = null;
    if (first === null || more === null) return first;
    this.#moreUnsent = null;
    return Buffer.concat([first].concat(more));
  }
}
