import type { JournalCounts } from '../clicks/journal/journal.ts';

export type ToWorker =
  | {
      readonly kind: 'start';
      readonly dataDir: string;
      readonly databaseUrl: string | null;
      readonly clickQuotaBytes: number;
      readonly host: string;
      readonly port: number;
      readonly innerPort: number;
      readonly owner: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly trustedProxies: readonly string[];
      /** In lower case; trusted proxies send it. */
      readonly countryHeader: string | null;
      readonly geoipFile: string | null;
      readonly logLevel: string;
    }
  /** The server has stored the visitor's address. */
  | { readonly kind: 'registered'; readonly tunnel: number }
  /** Answer `synced` when every click is recorded and every change known. */
  | { readonly kind: 'sync' }
  /** Close each connection after its answer. */
  | { readonly kind: 'close-after-answers' }
  | { readonly kind: 'stop' };

export type FromWorker =
  | { readonly kind: 'listening' }
  | { readonly kind: 'alive' }
  | {
      readonly kind: 'opened';
      readonly tunnel: number;
      readonly port: number;
      readonly address: string;
    }
  | { readonly kind: 'closed'; readonly tunnel: number }
  | { readonly kind: 'untrusted'; readonly address: string }
  | { readonly kind: 'counts'; readonly counts: JournalCounts }
  | { readonly kind: 'full' }
  | { readonly kind: 'synced' };
