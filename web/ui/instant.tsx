import { sayExactTime, sayRelativeTime } from './relative-time.ts';

interface InstantProps {
  /** Unix seconds. */
  readonly at: number;
  readonly locale: string;
  /** What an instant of the last minute is called. */
  readonly justNow: string;
  /** The sentence around the distance. */
  readonly say?: (when: string) => string;
  /** The sentence around the exact time, which shows on hover. */
  readonly sayExact?: (exact: string) => string;
}

/** An instant as its distance from now; the exact time shows on hover. */
export function Instant({ at, locale, justNow, say = String, sayExact = String }: InstantProps) {
  return (
    <time
      className="instant"
      dateTime={new Date(at * 1000).toISOString()}
      title={sayExact(sayExactTime(at, locale))}
    >
      {say(sayRelativeTime(at, locale, justNow))}
    </time>
  );
}
