import { Switch } from '@mantine/core';
import { useState } from 'react';
import { t } from '../language.ts';
import './statistics-fields.css';

interface StatisticsFieldsProps {
  readonly isCountOnly: boolean;
  readonly showsNumbers: boolean;
  readonly onCountOnly: (isOn: boolean) => void;
  readonly onShowsNumbers: (isOn: boolean) => void;
}

/** What is kept of a link's visits, and what everybody may see of them; folded where it is as usual. */
export function StatisticsFields({
  isCountOnly,
  showsNumbers,
  onCountOnly,
  onShowsNumbers,
}: StatisticsFieldsProps) {
  const [isOpen, setOpen] = useState(isCountOnly || showsNumbers);
  return (
    <details
      className="link-statistics"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => setOpen(open)}
    >
      <summary>{t('edit.statistics')}</summary>
      <div className="link-statistics-fields">
        <Switch
          label={t('edit.count.only')}
          description={t('edit.count.only.help')}
          checked={isCountOnly}
          onChange={({ currentTarget: { checked } }) => onCountOnly(checked)}
        />
        <Switch
          label={t('edit.shows.numbers')}
          checked={showsNumbers}
          onChange={({ currentTarget: { checked } }) => onShowsNumbers(checked)}
        />
      </div>
    </details>
  );
}
