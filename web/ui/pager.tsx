import { NativeSelect, Pagination } from '@mantine/core';
import './pager.css';

interface PagerTexts {
  readonly label: string;
  readonly sizeLabel: string;
  readonly size: (size: number) => string;
  readonly range: string;
  readonly previous: string;
  readonly next: string;
  readonly page: (page: number) => string;
}

interface PagerProps {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** The page sizes to choose from. Empty: no choice. */
  readonly sizes: readonly number[];
  readonly texts: PagerTexts;
  readonly onChange: (page: number, size: number) => void;
}

export function Pager({ page, size, total, sizes, texts, onChange }: PagerProps) {
  const pages = Math.ceil(total / size);
  if (pages <= 1) return null;
  return (
    <nav className="pager" aria-label={texts.label}>
      {sizes.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label={texts.sizeLabel}
          data={sizes.map((option) => ({
            value: String(option),
            label: texts.size(option),
          }))}
          value={String(size)}
          onChange={(event) => onChange(1, Number(event.currentTarget.value))}
        />
      )}
      <span className="pager-range">{texts.range}</span>
      <Pagination
        size="sm"
        total={pages}
        value={page}
        siblings={1}
        onChange={(next) => onChange(next, size)}
        getItemProps={(item) => ({ 'aria-label': texts.page(item) })}
        getControlProps={(control) => ({
          'aria-label': control === 'previous' ? texts.previous : texts.next,
        })}
      />
    </nav>
  );
}
