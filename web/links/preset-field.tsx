import { Button, NativeSelect } from '@mantine/core';
import type { RefObject } from 'react';
import { t } from '../language.ts';
import type { CampaignPreset } from './campaign-memory.ts';

interface PresetFieldProps {
  readonly field: RefObject<HTMLSelectElement | null>;
  readonly presets: readonly CampaignPreset[];
  /** The preset with the values of the fields. */
  readonly chosen: CampaignPreset | undefined;
  readonly onUse: (preset: CampaignPreset) => void;
  readonly onDelete: (preset: CampaignPreset) => void;
}

/** Fills the fields with a preset, or deletes the chosen one. */
export function PresetField(props: PresetFieldProps) {
  const { field, presets, chosen, onUse, onDelete } = props;
  return (
    <div className="campaign-line">
      <NativeSelect
        ref={field}
        label={t('campaign.preset')}
        value={chosen?.name ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const preset = presets.find(({ name }) => name === value);
          if (preset !== undefined) onUse(preset);
        }}
      >
        <option value="">{t('campaign.preset.choose')}</option>
        {presets.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </NativeSelect>
      {chosen !== undefined && (
        <Button variant="default" onClick={() => onDelete(chosen)}>
          {t('campaign.preset.delete')}
        </Button>
      )}
    </div>
  );
}
