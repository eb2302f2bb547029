import { EventSourceParserStream } from 'eventsource-parser/stream';
import { readToken } from '../../session.ts';
import type { ClickClass } from '../../../contracts/stats/stats.constants.ts';

/** The number of new clicks by class. */
export type LiveClicks = Readonly<Record<ClickClass, number>>;

interface Watch {
  /** The code of a link; null: the whole site. */
  readonly code: string | null;
  readonly onOpen: () => void;
  readonly onClicks: (clicks: LiveClicks) => void;
  readonly onLost: () => void;
}

const PATH = '/api/stats/live';
const RETRY_MIN_MS = 1000;
const RETRY_MAX_MS = 15_000;
/** The server sends a comment every 15 s: after this silence, the connection is dead. */
const SILENCE_MAX_MS = 40_000;

/**
 * Reports clicks as they arrive. Returns the function that stops it. Opens a broken connection
 * again with exponential back-off.
 */
export function watchClicks(watch: Watch): () => void {
  const end = new AbortController();
  void keepConnected(watch, end.signal);
  return () => end.abort();
}

async function keepConnected(watch: Watch, end: AbortSignal): Promise<void> {
  let wait = RETRY_MIN_MS;
  const onOpen = () => {
    wait = RETRY_MIN_MS;
    watch.onOpen();
  };
  while (!end.aborted) {
    try {
      await readConnection({ ...watch, onOpen }, end);
    } catch {
      // The page works without live figures.
    }
    if (end.aborted) return;
    watch.onLost();
    await pause(wait, end);
    wait = Math.min(wait * 2, RETRY_MAX_MS);
  }
}

/** Reads one connection to its end. Throws when it breaks or does not open. */
async function readConnection({ code, onOpen, onClicks }: Watch, end: AbortSignal): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
  const noteActivity = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
  };
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
    const reader = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ onComment: noteActivity }))
      .getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      noteActivity();
      if (value.event === 'clicks') onClicks(JSON.parse(value.data) as LiveClicks);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for `time` milliseconds or until `end` aborts. */
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
