import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { IconDots, IconExternalLink, IconTrash } from '@tabler/icons-react';
import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import { Instant } from '../ui/instant.tsx';
import { CodeButton } from './code-button.tsx';
import { Expiry } from './expiry.tsx';
import type { LinkListProps } from './link-list-props.ts';
import type { Link } from './links.api.ts';
import { toShortLink } from './short-link.ts';
import { Target } from './target.tsx';

/** The list on a phone. */
export function LinkCards({ links, selected, isStale, onSelect, onDelete }: LinkListProps) {
  const toggle = (link: Link) => {
    const others = selected.filter(({ id }) => id !== link.id);
    onSelect(others.length < selected.length ? others : [...others, link]);
  };
  const isAll = selected.length === links.length;
  return (
    <>
      <Checkbox
        className="links-select-all"
        label={t('links.select.all.short')}
        aria-label={t('links.select.all')}
        checked={isAll}
        indeterminate={!isAll && selected.length > 0}
        onChange={() => onSelect(isAll ? [] : [...links])}
      />
      <ul className="links-cards" data-stale={isStale || undefined}>
        {links.map((link) => (
          <li key={link.id} className="links-card">
            <Checkbox
              className="links-card-select"
              aria-label={t('links.select', { code: link.short_url })}
              checked={selected.some(({ id }) => id === link.id)}
              onChange={() => toggle(link)}
            />
            <div className="links-card-text">
              <CodeButton code={link.short_url} />
              {link.title !== '' && <p className="links-card-title">{link.title}</p>}
              <Target url={link.long_url} />
              <p className="links-card-facts">
                <span>
                  {t('links.clicks.shown', {
                    count: link.clicks,
                    shown: formatNumber(link.clicks, locale),
                  })}
                </span>
                <Instant at={link.created_at} locale={locale} justNow={t('just.now')} />
                {link.expires_at !== 0 && (
                  <Expiry link={link} say={(when) => t('links.expires.on', { when })} />
                )}
              </p>
            </div>
            <CardMenu link={link} onDelete={onDelete} />
          </li>
        ))}
      </ul>
    </>
  );
}

function CardMenu({ link, onDelete }: { readonly link: Link } & Pick<LinkListProps, 'onDelete'>) {
  const label = t('links.actions.of', { code: link.short_url });
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="2.5rem" aria-label={label}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={toShortLink(link.short_url)}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('links.open.action')}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onDelete(link)}
        >
          {t('links.delete.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
