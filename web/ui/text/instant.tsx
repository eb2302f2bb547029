import { formatExactTime, formatRelativeTime } from './relative-time.ts';

interface InstantProps {
  /** Unix seconds. */
  readonly at: number;
  readonly locale: string;
  /** The text for an instant in the last minute. */
  readonly justNow: string;
  readonly format?: (when: string) => string;
  readonly formatExact?: (exact: string) => string;
}

export function Instant({
  at,
  locale,
  justNow,
  format = String,
  formatExact = String,
}: InstantProps) {
  return (
    <time
      className="instant"
      dateTime={new Date(at * 1000).toISOString()}
      title={formatExact(formatExactTime(at, locale))}
    >
      {format(formatRelativeTime(at, locale, justNow))}
    </time>
  );
}
