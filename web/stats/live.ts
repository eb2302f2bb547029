import { readToken } from '../session.ts';
import type { ClickClass } from './stats.api.ts';

/** How many clicks of each class have come just now. */
export type LiveClicks = Readonly<Record<ClickClass, number>>;

interface Watch {
  /** The code of a link; null for the whole site. */
  readonly code: string | null;
  readonly onOpen: () => void;
  readonly onClicks: (clicks: LiveClicks) => void;
  readonly onLost: () => void;
}

const PATH = '/api/stats/live';
const RETRY_MIN_MS = 1000;
const RETRY_MAX_MS = 15_000;
/** The server says something every 15 s: a connection that is silent for longer is dead. */
const SILENCE_MAX_MS = 40_000;

/**
 * Tells of clicks as they come, until the function that it gives is called. A connection that
 * breaks is opened again, after waits that grow.
 */
export function watchClicks(watch: Watch): () => void {
  const end = new AbortController();
  void keepOpen(watch, end.signal);
  return () => end.abort();
}

async function keepOpen(watch: Watch, end: AbortSignal): Promise<void> {
  let wait = RETRY_MIN_MS;
  const onOpen = () => {
    wait = RETRY_MIN_MS;
    watch.onOpen();
  };
  while (!end.aborted) {
    try {
      await readOnce({ ...watch, onOpen }, end);
    } catch {
      // Figures that come by themselves are an extra: without them the page is whole.
    }
    if (end.aborted) return;
    watch.onLost();
    await pause(wait, end);
    wait = Math.min(wait * 2, RETRY_MAX_MS);
  }
}

/** Reads one connection to its end; throws when it breaks or there is none. */
async function readOnce({ code, onOpen, onClicks }: Watch, end: AbortSignal): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
  try {
    const query = code === null ? '' : `?${new URLSearchParams({ short_url: code })}`;
    const response = await fetch(PATH + query, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${readToken() ?? ''}` },
      signal: AbortSignal.any([end, silence.signal]),
    });
    const type = response.headers.get('Content-Type') ?? '';
    if (response.body === null || !type.startsWith('text/event-stream')) {
      await response.body?.cancel();
      return;
    }
    onOpen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
      const events = (text + value).split(/\r?\n\r?\n/);
      text = events.pop() ?? '';
      for (const clicks of events.map(readEvent)) if (clicks !== null) onClicks(clicks);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The clicks of which an event tells; null when it is about something else. */
function readEvent(event: string): LiveClicks | null {
  const lines = event.split(/\r?\n/);
  if (!lines.some((line) => /^event: ?clicks$/.test(line))) return null;
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5));
  return JSON.parse(data.join('\n')) as LiveClicks;
}

/** Waits some milliseconds, or until it is all over. */
function pause(time: number, end: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, time);
  end.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      resolve();
    },
    { once: true },
  );
  return promise;
}
