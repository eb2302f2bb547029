import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { t } from '../language.ts';
import { morePages } from './pages.ts';

/** Lists the pages that do not fit into the bar of a phone. */
export function MoreTab() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isHere = morePages.some(({ name }) => path === `/admin/${name}`);
  return (
    <Menu position="top-end">
      <Menu.Target>
        <button
          type="button"
          className="shell-menu-link"
          {...(isHere && { 'aria-current': 'true' })}
        >
          <IconDots size={20} aria-hidden />
          <span className="shell-menu-label">{t('shell.more')}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {morePages.map(({ name, label, Icon }) => (
          <Menu.Item
            key={name}
            className="shell-more-item"
            renderRoot={(root) => (
              <Link
                {...root}
                to="/admin/$name"
                params={{ name }}
                search={{}}
                activeOptions={{ includeSearch: false }}
              />
            )}
            leftSection={<Icon size={18} aria-hidden />}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
