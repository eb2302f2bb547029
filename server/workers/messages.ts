import type { JournalCounts } from '../clicks/journal.ts';

/** What the server tells a worker. */
export type ToWorker =
  | {
      readonly kind: 'start';
      readonly dataDir: string;
      readonly databaseUrl: string | null;
      readonly clickQuotaBytes: number;
      /** Where visitors come. */
      readonly host: string;
      readonly port: number;
      /** Where the HTTP server listens on loopback. */
      readonly innerPort: number;
      /** Who the segments of the worker's journal belong to. */
      readonly owner: string;
      /** The headers of every answer of the site. */
      readonly headers: Readonly<Record<string, string>>;
      readonly trustedProxies: readonly string[];
      /** The header in which they name the visitor's country, in small letters. */
      readonly countryHeader: string | null;
      readonly logLevel: string;
    }
  /** The HTTP server knows whose connection this is. */
  | { readonly kind: 'known'; readonly tunnel: number }
  /** From now on each answer ends its connection. */
  | { readonly kind: 'goodbye' }
  /** Answer what is open, and end. */
  | { readonly kind: 'stop' };

/** What a worker tells the server. */
export type FromWorker =
  | { readonly kind: 'listening' }
  /** Its timers run. */
  | { readonly kind: 'alive' }
  /** A connection to the HTTP server is opened on behalf of a visitor. */
  | {
      readonly kind: 'opened';
      readonly tunnel: number;
      readonly port: number;
      readonly address: string;
    }
  | { readonly kind: 'closed'; readonly tunnel: number }
  /** A peer sends `X-Forwarded-For`, and is not trusted. */
  | { readonly kind: 'untrusted'; readonly address: string }
  /** What became of its clicks since its start. */
  | { readonly kind: 'counts'; readonly counts: JournalCounts }
  /** A segment of its journal is full. */
  | { readonly kind: 'full' };
