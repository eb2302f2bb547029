import { MiddleCut } from '../ui/middle-cut.tsx';
import { toReadableAddress } from '../ui/readable-url.ts';

interface TargetProps {
  readonly url: string;
  /** The title of the page, where it is to be pressed together with the address. */
  readonly title?: string;
}

/**
 * Where a link leads, as people read it: the host is whole, and what follows is cut in the middle.
 * The scheme shows on hover with all the rest.
 */
export function Target({ url, title = '' }: TargetProps) {
  const [host, rest] = splitTarget(url);
  return (
    <a className="links-target" href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {title !== '' && <span className="links-title">{title}</span>}
      <span className="links-address mono">
        <span className="links-address-host">{host}</span>
        {rest !== '' && <MiddleCut text={rest} title={url} />}
      </span>
    </a>
  );
}

/** The host of a URL and what follows it; a slash alone is nothing. */
export function splitTarget(url: string): [host: string, rest: string] {
  const address = toReadableAddress(url);
  const end = address.search(/[/?#]/);
  if (end === -1) return [address, ''];
  const rest = address.slice(end);
  return [address.slice(0, end), rest === '/' ? '' : rest];
}
