import {
  IconClipboard,
  IconLanguage,
  IconLink,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  type TablerIcon,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useConfirmLogout } from '../account/use-logout.tsx';
import { switchLanguage, t, type TextKey } from '../language.ts';
import { toStoredCode } from '../urls/short-link.ts';
import { cleanUrl, findUrlFault } from '../urls/typed-url.ts';
import { toLinkName, toReadableUrl } from '../ui/text/readable-url.ts';
import { useOtherScheme } from '../look/use-other-scheme.ts';
import { bufferKeys } from './buffer-keys.ts';
import { filterItems, type PaletteGroup, type PaletteItem } from './palette-item.ts';
import type { useFoundLinks } from './palette.api.ts';
import { readClipboardUrl } from './read-clipboard-url.ts';

export interface PalettePage {
  readonly name: string;
  readonly label: TextKey;
  readonly Icon: TablerIcon;
}

type FoundLinks = ReturnType<typeof useFoundLinks>['links'];

/** The entries for a query, in groups. Leaves out empty groups. */
export function usePaletteItems(
  query: string,
  pages: readonly PalettePage[],
  links: FoundLinks,
): PaletteGroup[] {
  const confirmLeave = useConfirmLogout();
  const scheme = useOtherScheme();

  const { goTo, addLink, showLink } = usePaletteMoves();

  const longUrl = cleanUrl(query);
  const typed: PaletteItem[] =
    findUrlFault(longUrl) !== null
      ? []
      : [
          {
            id: 'typed',
            label: t('palette.shorten', { url: longUrl }),
            Icon: IconPlus,
            run: () => addLink(longUrl),
          },
        ];
  const linkItems = links.map((link): PaletteItem => ({
    id: `link-${link.id}`,
    label: toLinkName(link),
    about: link.title === '' ? toReadableUrl(link.long_url) : link.title,
    isCode: true,
    Icon: IconLink,
    run: () => showLink(toStoredCode(link)),
  }));
  const places = pages.map(({ name, label, Icon }): PaletteItem => ({
    id: `page-${name}`,
    label: t(label),
    Icon,
    run: () => goTo(name),
  }));
  const commands: PaletteItem[] = [
    { id: 'add', label: t('links.add'), Icon: IconPlus, run: () => addLink('') },
    {
      id: 'clipboard',
      label: t('palette.clipboard'),
      Icon: IconClipboard,
      run: () => void readClipboardUrl().then(addLink),
    },
    {
      id: 'scheme',
      label: t(`nav.scheme.${scheme.other}`),
      Icon: scheme.other === 'light' ? IconSun : IconMoon,
      run: scheme.show,
    },
    { id: 'language', label: t('palette.language'), Icon: IconLanguage, run: switchLanguage },
    { id: 'logout', label: t('shell.logout'), Icon: IconLogout, run: confirmLeave },
  ];

  return [
    { label: t('palette.group.links'), items: [...typed, ...linkItems] },
    { label: t('palette.group.pages'), items: filterItems(places, query) },
    { label: t('palette.group.actions'), items: filterItems(commands, query) },
  ].filter(({ items }) => items.length > 0);
}

/** The moves to other pages. */
function usePaletteMoves() {
  const navigate = useNavigate();
  return {
    goTo: (name: string) => void navigate({ to: '/admin/$name', params: { name }, search: {} }),
    addLink: (url: string) => {
      bufferKeys();
      void navigate({
        to: '/admin/$name',
        params: { name: 'list' },
        search: { new: 1, ...(url === '' ? {} : { url }) },
      });
    },
    showLink: (code: string) =>
      void navigate({
        to: '/admin/links/$code/{-$page}',
        params: { code, page: undefined },
        search: {},
      }),
  };
}
