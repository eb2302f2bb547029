import { Combobox } from '@mantine/core';
import type { Tag } from '../../contracts/links/tags.ts';
import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/text/format-number.ts';

interface TagSuggestionsProps {
  readonly id: string;
  readonly tags: readonly Tag[];
  /** The index of the chosen tag; -1: none. */
  readonly chosen: number;
}

/** Lists tags with their number of links. The focus stays in the field above. */
export function TagSuggestions({ id, tags, chosen }: TagSuggestionsProps) {
  return (
    <Combobox.Dropdown hidden={tags.length === 0}>
      <Combobox.Options id={id} aria-label={t('tags.suggestions')}>
        {tags.map(({ name, links }, index) => (
          <Combobox.Option
            key={name}
            id={`${id}-${index}`}
            className="tags-suggestion"
            value={name}
            aria-selected={index === chosen}
            data-combobox-selected={index === chosen || undefined}
          >
            <span className="tags-suggestion-name">{name}</span>
            <span className="tags-suggestion-links">
              {t('tags.links', { count: links, shown: formatNumber(links, locale) })}
            </span>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}
