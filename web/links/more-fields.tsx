import { InputBase } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import { t } from '../language.ts';
import { preloadTagsField, TagsField } from '../tags/tags-field.tsx';
import type { LinkValues } from './link-values.ts';
import { StatisticsFields } from './statistics-fields.tsx';
import './more-fields.css';

interface MoreFieldsProps {
  readonly form: UseFormReturnType<LinkValues>;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** The less common fields of a link, collapsed. */
export function MoreFields({ form, isOpen, onToggle }: MoreFieldsProps) {
  useEffect(preloadTagsField, []);
  return (
    <details
      className="link-more"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => onToggle(open)}
    >
      <summary>{t('add.more')}</summary>
      <div className="link-more-fields">
        {isOpen && (
          <TagsField
            path="tags"
            names={form.values.tags}
            onChange={(tags) => form.setFieldValue('tags', [...tags])}
          />
        )}
        <InputBase
          {...form.getInputProps('description')}
          component="textarea"
          multiline
          rows={2}
          label={t('add.description')}
          description={t('add.description.help')}
          autoComplete="off"
        />
        <InputBase
          {...form.getInputProps('note')}
          component="textarea"
          multiline
          rows={2}
          label={t('add.note')}
          description={t('add.note.help')}
          autoComplete="off"
        />
        <StatisticsFields
          isCountOnly={form.values.is_count_only}
          showsNumbers={form.values.shows_numbers}
          onCountOnly={(isOn) => form.setFieldValue('is_count_only', isOn)}
          onShowsNumbers={(isOn) => form.setFieldValue('shows_numbers', isOn)}
        />
      </div>
    </details>
  );
}
