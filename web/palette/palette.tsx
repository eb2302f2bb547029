import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '../form/dialog.tsx';
import { t } from '../language.ts';
import { useFoundLinks } from './palette.api.ts';
import { PaletteList } from './palette-list.tsx';
import { PaletteSearch } from './palette-search.tsx';
import { usePaletteItems, type PalettePage } from './use-palette-items.ts';
import './palette.css';

const SEARCH_DELAY_MS = 150;

interface PaletteProps {
  readonly pages: readonly PalettePage[];
  readonly onClose: () => void;
}

/** The command palette: finds pages, links and actions by a few letters. */
export function Palette(props: PaletteProps) {
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      classNames={{ content: 'palette', body: 'palette-body' }}
      attributes={{ content: { 'aria-label': t('palette.open') } }}
      withCloseButton={false}
      centered={false}
      yOffset="12dvh"
      size="36rem"
      padding={0}
    >
      <PaletteContent {...props} />
    </Dialog>
  );
}

function PaletteContent({ pages, onClose }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const [keyword] = useDebouncedValue(query, SEARCH_DELAY_MS);
  const search = useFoundLinks(query === '' ? '' : keyword, query);
  const groups = usePaletteItems(query, pages, search.links);

  // Until an arrow key chooses an entry, Enter runs the first.
  const [chosenId, setChosenId] = useState<string | null>(null);
  const items = groups.flatMap((group) => group.items);
  const position = Math.max(
    0,
    items.findIndex(({ id }) => id === chosenId),
  );
  const chosen = items[position];

  const run = (item = chosen) => {
    if (item === undefined) return;
    // Close first: a dialog of the entry must return the focus to where it was before the palette.
    flushSync(onClose);
    item.run();
  };
  const move = (step: 1 | -1) => {
    const next = items[(position + step + items.length) % items.length];
    setChosenId(next?.id ?? null);
  };

  const isEmpty = items.length === 0 && keyword === query && !search.isSearching;
  return (
    <>
      <PaletteSearch
        value={typed}
        chosenId={chosen?.id}
        isSearching={search.isSearching}
        onChange={(text) => {
          setTyped(text);
          setChosenId(null);
        }}
        onMove={move}
        onRun={() => run()}
      />
      <PaletteList groups={groups} chosenId={chosen?.id} onRun={run} onPoint={setChosenId} />
      <output className="palette-note">
        {search.isFailed && t('query.failed')}
        {isEmpty && !search.isFailed && t('no.query')}
      </output>
    </>
  );
}
