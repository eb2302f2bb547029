import { MiddleCut } from '../ui/middle-cut.tsx';
import { toReadableAddress } from '../ui/readable-url.ts';

/** Where a link leads, as people read it, host first: the scheme shows on hover with all the rest. */
export function Target({ url }: { readonly url: string }) {
  return (
    <span className="links-target mono">
      <MiddleCut text={toReadableAddress(url)} title={url} />
    </span>
  );
}
