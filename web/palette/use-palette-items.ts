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
import { useLacks } from '../app-info.ts';
import { switchLanguage, t, type TextKey } from '../language.ts';
import { toStoredCode } from '../urls/short-link.ts';
import { cleanUrl, findUrlFault, completeUrl } from '../urls/typed-url.ts';
import { toLinkName, toReadableUrl } from '../ui/text/readable-url.ts';
import { useOtherScheme } from '../look/scheme-toggle.tsx';
import { countBeginnings, filterItems } from './filter-items.ts';
import type { useFoundLinks } from './palette.api.ts';
import { toast } from '../toast.tsx';

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
  const isGuest = useLacks('links.create');
  const longUrl = cleanUrl(query);
  const typed: PaletteItem[] =
    isGuest || findUrlFault(longUrl) !== null
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
    ...(isGuest ? [] : listCreating(addLink)),
    {
      id: 'scheme',
      label: t(`nav.scheme.${scheme.other}`),
      Icon: scheme.other === 'light' ? IconSun : IconMoon,
      run: scheme.show,
    },
    { id: 'language', label: t('palette.language'), Icon: IconLanguage, run: switchLanguage },
    { id: 'logout', label: t('shell.logout'), Icon: IconLogout, run: confirmLeave },
  ];
  const groups = [
    { label: t('palette.group.pages'), items: filterItems(places, query) },
    { label: t('palette.group.actions'), items: filterItems(commands, query) },
  ];
  return [
    { label: t('palette.group.links'), items: [...typed, ...linkItems] },
    ...groups.toSorted((a, b) => countBeginnings(b.items, query) - countBeginnings(a.items, query)),
  ].filter(({ items }) => items.length > 0);
}

/** The entries for those who may create links. */
function listCreating(addLink: (url: string) => void): PaletteItem[] {
  return [
    { id: 'add', label: t('links.add'), Icon: IconPlus, run: () => addLink('') },
    {
      id: 'clipboard',
      label: t('palette.clipboard'),
      Icon: IconClipboard,
      run: () => void readClipboardUrl().then(addLink),
    },
  ];
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

/** The URL in the clipboard. If there is none, returns an empty text and shows a toast. */
async function readClipboardUrl(): Promise<string> {
  const text = await readClipboard();
  if (text === null) {
    toast('warning', t('palette.clipboard.closed'));
    return '';
  }
  const url = completeUrl(text);
  const fault = findUrlFault(url);
  if (fault === null) return url;
  toast('warning', t(fault === 'url.several' ? fault : 'palette.clipboard.empty'));
  return '';
}

/** Null when the user refuses, and on plain http, where browsers hide the clipboard. */
async function readClipboard(): Promise<string | null> {
  if (!window.isSecureContext) return null;
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}

/** An entry of the palette. */
export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly about?: string;
  /** True: the label is a code or an address. */
  readonly isCode?: boolean;
  readonly Icon: TablerIcon;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly label: string;
  readonly items: readonly PaletteItem[];
}

/** How long a dialog may take to open, in milliseconds. */
const DIALOG_WAIT_MS = 5000;

/**
 * Buffers typed keys until a dialog of the next page opens, then types them into the focused field.
 * Users type faster than the page loads.
 */
function bufferKeys() {
  let typed = '';
  const bufferKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') stop();
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isText) return;
    typed += event.key;
    event.preventDefault();
    // On the list, single letters are shortcuts.
    event.stopPropagation();
  };
  const typeBuffered = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.closest('[role=dialog]') === null) return;
    stop();
    if (typed === '' || !(target instanceof HTMLInputElement)) return;
    // Unlike a set value, this fires the events of an input.
    queueMicrotask(() => document.execCommand('insertText', false, typed));
  };
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', bufferKey, true);
    document.removeEventListener('focusin', typeBuffered);
  };
  const timer = setTimeout(stop, DIALOG_WAIT_MS);
  document.addEventListener('keydown', bufferKey, true);
  document.addEventListener('focusin', typeBuffered);
}
