import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useAppInfo } from '../app-info.ts';
import { t } from '../language.ts';
import { Palette } from '../palette/palette.tsx';
import { isListed, palettePages } from './pages.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const shortcut = isApple ? '⌘K' : 'Ctrl K';

/** Opens the command palette. The shortcut works on every page of the admin area. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const may = useAppInfo().data?.may;
  const pages = palettePages.filter((page) => isListed(page, may) === true);
  const toggle = () => {
    // The palette must not open over another dialog.
    const isFree = isOpen || document.querySelector('[role=dialog]') === null;
    if (isFree) setIsOpen(!isOpen);
  };
  useHotkeys([['mod+K', toggle]], []);
  return (
    <>
      <button
        type="button"
        className="shell-palette"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        title={t('palette.open')}
        onClick={toggle}
      >
        <IconSearch size={18} aria-hidden />
        <span className="shell-palette-label">{t('search.submit')}</span>
        <kbd className="shell-palette-key" aria-hidden>
          {shortcut}
        </kbd>
      </button>
      {isOpen && <Palette pages={pages} onClose={() => setIsOpen(false)} />}
    </>
  );
}
