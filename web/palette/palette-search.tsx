import { Loader } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { findUrlFault, readPastedUrl } from '../urls/typed-url.ts';
import { initialFocus } from '../ui/fields/initial-focus.ts';
import { LIST_ID, toOptionId } from './palette-list.tsx';

interface PaletteSearchProps {
  readonly value: string;
  readonly chosenId: string | undefined;
  readonly isSearching: boolean;
  readonly onChange: (text: string) => void;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRun: () => void;
}

export function PaletteSearch({
  value,
  chosenId,
  isSearching,
  onChange,
  onMove,
  onRun,
}: PaletteSearchProps) {
  const handleKey = (event: KeyboardEvent) => {
    // While an input method composes, it needs Enter and the arrows.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') onMove(1);
    else if (event.key === 'ArrowUp') onMove(-1);
    else if (event.key === 'Enter') onRun();
    else return;
    event.preventDefault();
  };
  return (
    <div className="palette-search">
      <IconSearch size={20} aria-hidden />
      <input
        className="palette-input"
        role="combobox"
        aria-label={t('palette.placeholder')}
        aria-expanded
        aria-controls={LIST_ID}
        aria-activedescendant={chosenId === undefined ? undefined : toOptionId(chosenId)}
        aria-autocomplete="list"
        placeholder={t('palette.placeholder')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...initialFocus}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onPaste={(event) => {
          const url = readPastedUrl(event.clipboardData.getData('text/plain'));
          if (url === null) return;
          event.preventDefault();
          if (findUrlFault(url) === null) onChange(url);
          else toast('warning', t('url.several'));
        }}
        onKeyDown={handleKey}
      />
      {isSearching && <Loader size={16} aria-hidden />}
    </div>
  );
}
