import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { toReadableAddress } from '../../ui/text/readable-url.ts';

interface TargetProps {
  readonly url: string;
  /** The title, where it is part of the same link as the address. */
  readonly title?: string;
}

/**
 * Shows a long URL in readable form: the whole host, and the rest with its middle cut. On hover,
 * shows the whole URL.
 */
export function Target({ url, title = '' }: TargetProps) {
  const [host, rest] = splitTarget(url);
  return (
    <a className="links-target" href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {title !== '' && <span className="links-title cut">{title}</span>}
      <span className="links-address mono">
        <span className="links-address-host cut">{host}</span>
        {rest !== '' && <MiddleCut text={rest} title={url} />}
      </span>
    </a>
  );
}

/** Splits a URL into its host and the rest. A single slash counts as no rest. */
function splitTarget(url: string): [host: string, rest: string] {
  const address = toReadableAddress(url);
  const end = address.search(/[/?#]/);
  if (end === -1) return [address, ''];
  const rest = address.slice(end);
  return [address.slice(0, end), rest === '/' ? '' : rest];
}
