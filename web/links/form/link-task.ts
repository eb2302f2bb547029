import type { Link } from '../links.api.ts';

/** The task of the link dialog: add or edit. */
export type LinkTask =
  | {
      readonly kind: 'add';
      readonly url: string;
      readonly code: string;
      readonly title: string;
      /** `''` = the main domain. */
      readonly domain: string;
      /** The link to duplicate: the dialog also takes its other values. */
      readonly original?: Link;
    }
  | { readonly kind: 'edit'; readonly link: Link };

/** The task that adds a copy of a link. */
export function toDuplicateTask(link: Link): LinkTask {
  const { long_url: url, title, domain } = link;
  return { kind: 'add', url, code: '', title, domain, original: link };
}
