import { splitTarget } from './target.tsx';

/** The first letter of the site that a link leads to, which the eye finds before it reads. */
export function SiteLetter({ url }: { readonly url: string }) {
  const [host] = splitTarget(url);
  const [letter = ''] = host.replace(/^www\./, '');
  return (
    <span className="links-letter" aria-hidden>
      {letter.toUpperCase()}
    </span>
  );
}
