import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { toReadableAddress } from '../../ui/text/readable-url.ts';

/**
 * Shows a long URL in readable form: the whole host, and the rest with its middle cut. On hover,
 * shows the whole URL.
 */
export function Target({ url }: { readonly url: string }) {
  const [host, rest] = splitTarget(url);
  return (
    <a
      className="links-target"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={url}
      tabIndex={-1}
    >
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
