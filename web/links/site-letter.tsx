import { splitTarget } from './target.tsx';

/** The first letter of the long URL's host, as a quick visual mark. */
export function SiteLetter({ url }: { readonly url: string }) {
  const [host] = splitTarget(url);
  const [letter = ''] = host.replace(/^www\./, '');
  return (
    <span className="links-letter" aria-hidden>
      {letter.toUpperCase()}
    </span>
  );
}
