import { MiddleCut } from '../ui/middle-cut.tsx';

/** Where a link leads, host first: the scheme shows on hover with all the rest. */
export function Target({ url }: { readonly url: string }) {
  return (
    <span className="links-target mono">
      <MiddleCut text={url.replace(/^https?:\/\//, '')} title={url} />
    </span>
  );
}
