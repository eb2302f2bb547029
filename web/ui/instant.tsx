import { formatExactTime, formatRelativeTime } from './relative-time.ts';

interface InstantProps {
  /** Unix seconds. */
  readonly at: number;
  readonly locale: string;
  /** What an instant of the last minute is called. */
  readonly justNow: string;
  /** The sentence around the distance. */
  readonly say?: (when: string) => string;
  /** The sentence around the exact time, which shows on hover. */
  readonly formatExact?: (exact: string) => string;
}

/** An instant as its distance from now; the exact time shows on hover. */
export function Instant({ at, locale, justNow, say = String, formatExact = String }: InstantProps) {
  return (
    <time
      className="instant"
      dateTime={new Date(at * 1000).toISOString()}
      title={formatExact(formatExactTime(at, locale))}
    >
      {say(formatRelativeTime(at, locale, justNow))}
    </time>
  );
}
