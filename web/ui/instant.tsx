import { sayExactTime, sayRelativeTime } from './relative-time.ts';

interface InstantProps {
  /** Unix seconds. */
  readonly at: number;
  readonly locale: string;
  /** What an instant of the last minute is called. */
  readonly justNow: string;
  /** The sentence around the distance. */
  readonly say?: (when: string) => string;
  /** Whether there is little room: "3h ago" for "3 hours ago". */
  readonly isNarrow?: boolean;
}

/** An instant as its distance from now; the exact time shows on hover. */
export function Instant({ at, locale, justNow, say = String, isNarrow = false }: InstantProps) {
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={sayExactTime(at, locale)}>
      {say(sayRelativeTime(at, locale, justNow, isNarrow ? 'narrow' : 'long'))}
    </time>
  );
}
