import { Link as RouterLink } from '@tanstack/react-router';
import { t } from '../../language.ts';
import { toStoredCode } from '../../urls/short-link.ts';
import type { Link } from '../links.api.ts';
import { toStats } from '../stats-link.ts';

/** The title of a link. It leads to the page of the link, as the free space of its row does. */
export function RowTitle({ link }: { readonly link: Link }) {
  const { title } = link;
  const code = toStoredCode(link);
  return (
    <RouterLink
      {...toStats(code)}
      className="links-open"
      tabIndex={-1}
      {...(title === '' && { 'aria-label': t('links.page.of', { code }) })}
    >
      {title !== '' && (
        <span className="links-title cut" title={title}>
          {title}
        </span>
      )}
    </RouterLink>
  );
}
