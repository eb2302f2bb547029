import { useId } from 'react';
import { t } from '../../language.ts';
import { findSource, sourceNames, type SourceName } from './sources.ts';

export function nameSource(name: SourceName): string {
  if (name === 'sheet' || name === 'other' || name === 'brisk') return t(`over.source.${name}`);
  return findSource(name).name;
}

interface SourceTilesProps {
  /** Null: not chosen. */
  readonly source: SourceName | null;
  readonly onChange: (source: SourceName) => void;
}

/** Asks for the product that the links come from. */
export function SourceTiles({ source, onChange }: SourceTilesProps) {
  const group = useId();
  return (
    <div className="over-tiles" role="radiogroup" aria-labelledby="over">
      {sourceNames.map((name) => (
        <label key={name} className="over-tile">
          <input
            className="visually-hidden"
            type="radio"
            name={group}
            value={name}
            checked={name === source}
            onChange={() => onChange(name)}
          />
          {nameSource(name)}
        </label>
      ))}
    </div>
  );
}
