import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { t } from '../language.ts';
import type { CampaignPreset } from './campaign-memory.ts';
import { campaignFields, toParameter, type Campaign, type CampaignField } from './campaign.ts';

interface CampaignFieldsProps {
  readonly campaign: Campaign;
  /** The fields suggest their values. */
  readonly presets: readonly CampaignPreset[];
  readonly onChange: (values: Partial<Campaign>) => void;
}

export function CampaignFields({ campaign, presets, onChange }: CampaignFieldsProps) {
  const id = useId();
  return (
    <div className="campaign-fields">
      {campaignFields.map((field) => (
        <TextInput
          key={field}
          label={t(`campaign.${field}`)}
          placeholder={toParameter(field)}
          list={`${id}-${field}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={campaign[field]}
          onChange={({ currentTarget: { value } }) => onChange({ [field]: value })}
          onBlur={({ currentTarget: { value } }) => onChange({ [field]: value.trim() })}
        />
      ))}
      {campaignFields.map((field) => (
        <datalist key={field} id={`${id}-${field}`}>
          {listValues(presets, field).map((value) => (
            <option key={value}>{value}</option>
          ))}
        </datalist>
      ))}
    </div>
  );
}

function listValues(presets: readonly CampaignPreset[], field: CampaignField): string[] {
  const values = presets.map(({ campaign }) => campaign[field]);
  return [...new Set(values)].filter((value) => value !== '');
}
