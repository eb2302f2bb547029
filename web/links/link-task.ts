import type { Link } from './links.api.ts';

/** What the dialog of a link is open for. */
export type LinkTask =
  | {
      readonly kind: 'add';
      readonly url: string;
      readonly code: string;
      readonly title: string;
      /** Its other values stand in the dialog, too. */
      readonly original?: Link;
    }
  | { readonly kind: 'edit'; readonly link: Link };

/** The dialog that adds a copy of a link, for the menu of a link on any page. */
export function toDuplicateTask(link: Link): LinkTask {
  return { kind: 'add', url: link.long_url, code: '', title: link.title, original: link };
}
