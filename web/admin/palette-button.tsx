import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../language.ts';
import { menuPages } from './pages.ts';

const loadPalette = () => import('../palette/palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const shortcut = isApple ? '⌘K' : 'Ctrl K';

/** Opens the command palette, as its shortcut does everywhere in the admin area. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const open = () => {
    setIsWanted(true);
    setIsOpen(true);
  };
  useHotkeys([['mod+K', () => (isOpen ? setIsOpen(false) : open())]], []);
  return (
    <>
      <button
        type="button"
        className="shell-palette"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        title={t('palette.open')}
        onClick={open}
        onFocus={() => void loadPalette()}
        onPointerEnter={() => void loadPalette()}
      >
        <IconSearch size={18} aria-hidden />
        <span className="shell-palette-label">{t('palette.button')}</span>
        <kbd className="shell-palette-key" aria-hidden>
          {shortcut}
        </kbd>
      </button>
      {isWanted && (
        <Suspense fallback={null}>
          <Palette isOpen={isOpen} pages={menuPages} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
