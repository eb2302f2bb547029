import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../language.ts';
import { CampaignFields } from './campaign-fields.tsx';
import { addPreset, deletePreset, readPresets, type CampaignPreset } from './campaign-memory.ts';
import { isSameCampaign, noCampaign, readCampaign, writeCampaign } from './campaign.ts';
import { PresetField } from './preset-field.tsx';
import { PresetName } from './preset-name.tsx';

interface CampaignPanelProps {
  readonly url: string;
  readonly onChange: (url: string) => void;
}

/** The fields for campaign tags. They read the long URL and write into it. */
export function CampaignPanel({ url, onChange }: CampaignPanelProps) {
  const [presets, setPresets] = useState(readPresets);
  const chooser = useRef<HTMLSelectElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const campaign = readCampaign(url);
  const chosen = presets.find((preset) => isSameCampaign(preset.campaign, campaign));
  const change = (changed: readonly CampaignPreset[]) => {
    // The focused button disappears with the preset.
    flushSync(() => setPresets(changed));
    (chooser.current ?? nameField.current)?.focus();
  };
  if (url.trim() === '') return <p className="campaign-note">{t('campaign.url.first')}</p>;
  return (
    <>
      {presets.length > 0 && (
        <PresetField
          field={chooser}
          presets={presets}
          chosen={chosen}
          onUse={(preset) => onChange(writeCampaign(url, preset.campaign))}
          onDelete={({ name }) => change(deletePreset(presets, name))}
        />
      )}
      <CampaignFields
        campaign={campaign}
        presets={presets}
        onChange={(values) => onChange(writeCampaign(url, values))}
      />
      {chosen === undefined && !isSameCampaign(campaign, noCampaign) && (
        <PresetName
          field={nameField}
          onSave={(name) => change(addPreset(presets, { name, campaign }))}
        />
      )}
    </>
  );
}
