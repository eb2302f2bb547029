import PQueue from 'p-queue';
import { publicOnly } from '../outgoing/address-guard.ts';
import type { AddressGuard } from '../outgoing/address-guard.ts';
import { HtmlTitleReader } from './html-title.ts';
import type { PageTitle } from './html-title.ts';
import { openResponse, readBody } from './http-fetch.ts';

/** `now`: a request waits for the title. `last`: of many links that were created at once. */
export type Urgency = 'now' | 'later' | 'last';
const priorities: Readonly<Record<Urgency, number>> = { now: 1, later: 0, last: -1 };

export interface PageTitles {
  /**
   * Takes at most 5 s after one of 4 slots is free; more urgent fetches go first. Never throws: on
   * any error, and if 1,000 as urgent ones wait, title and description are ''.
   */
  fetch(url: string, urgency?: Urgency): Promise<PageTitle>;
  /** Aborts all fetches; later calls return ''. */
  close(): void;
}

export interface PageTitleOptions extends Partial<AddressGuard> {
  /** Milliseconds for a page: DNS, redirects and body together. */
  readonly timeLimit?: number;
}

const TIME_LIMIT_MS = 5000;
const MAX_RUNNING = 4;
const MAX_WAITING = 1000;
const EMPTY: PageTitle = { title: '', description: '' };
const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);
/** Types without information: the content decides (MIME Sniffing, §5.1 and §7). */
const UNKNOWN_TYPES = new Set(['', '*/*', 'unknown/unknown', 'application/unknown']);

/** Options are for tests: they replace the outside world and its clock. */
export function openPageTitles(options: PageTitleOptions = {}): PageTitles {
  const { timeLimit = TIME_LIMIT_MS, ...replaced } = options;
  const guard: AddressGuard = { ...publicOnly, ...replaced };
  const running = new Set<AbortController>();
  const queue = new PQueue({ concurrency: MAX_RUNNING });
  let closed = false;

  async function fetchTitle(url: string): Promise<PageTitle> {
    const controller = new AbortController();
    using _ = setTimeout(() => controller.abort(), timeLimit);
    running.add(controller);
    try {
      const found = await readTitle(url, guard, controller.signal);
      return closed ? EMPTY : found;
    } catch {
      return EMPTY;
    } finally {
      running.delete(controller);
      controller.abort();
    }
  }

  return {
    async fetch(url, urgency = 'later') {
      const priority = priorities[urgency];
      if (closed || queue.sizeBy({ priority }) === MAX_WAITING) return EMPTY;
      return queue.add(() => (closed ? EMPTY : fetchTitle(url)), { priority });
    },
    close() {
      closed = true;
      for (const controller of running) controller.abort();
    },
  };
}

async function readTitle(
  url: string,
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<PageTitle> {
  const exchange = await openResponse(url, guard, signal);
  const { status, headers } = exchange;
  const contentType = headers['content-type'] ?? '';
  if (status < 200 || status > 299 || !mayBePage(contentType)) return EMPTY;
  const reader = new HtmlTitleReader(contentType);
  let isCut = false;
  try {
    for await (const chunk of readBody(exchange)) {
      if (reader.write(chunk)) break;
    }
  } catch {
    // The page broke off or time ran out: a title that is complete still counts.
    isCut = true;
  }
  return reader.read(isCut);
}

function mayBePage(contentType: string): boolean {
  const type = /^[^;,]*/.exec(contentType)![0].trim().toLowerCase();
  // A value without a slash is a mistake, not a type.
  return HTML_TYPES.has(type) || UNKNOWN_TYPES.has(type) || !type.includes('/');
}
