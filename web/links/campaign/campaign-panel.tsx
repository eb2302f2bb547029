import { TextInput, Button, NativeSelect } from '@mantine/core';
import { deepEqual } from '@tanstack/react-router';
import { useRef, useState, useId, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../language.ts';
import { localValues } from '../../storage.ts';
import {
  noCampaign,
  readCampaign,
  writeCampaign,
  campaignFields,
  toParameter,
  type Campaign,
  type CampaignField,
} from './campaign.ts';

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
  const chosen = presets.find((preset) => deepEqual(preset.campaign, campaign));
  /** Replaces the preset with this name; null deletes it. */
  const put = (name: string, preset: Campaign | null) => {
    const others = presets.filter((other) => other.name !== name);
    // The focused button disappears with the preset.
    flushSync(() =>
      setPresets(storePresets(preset === null ? others : [...others, { name, campaign: preset }])),
    );
    (chooser.current ?? nameField.current)?.focus();
  };
  const write = (values: Partial<Campaign>) => onChange(writeCampaign(url, values));
  if (url.trim() === '') return <p className="note">{t('campaign.url.first')}</p>;
  return (
    <>
      {presets.length > 0 && (
        <div className="campaign-line">
          <NativeSelect
            ref={chooser}
            label={t('campaign.preset')}
            value={chosen?.name ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const preset = presets.find(({ name }) => name === value);
              if (preset !== undefined) write(preset.campaign);
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
            <Button variant="default" onClick={() => put(chosen.name, null)}>
              {t('campaign.preset.delete')}
            </Button>
          )}
        </div>
      )}
      <CampaignFields campaign={campaign} presets={presets} onChange={write} />
      {chosen === undefined && !deepEqual(campaign, noCampaign) && (
        <PresetName field={nameField} onSave={(name) => put(name, campaign)} />
      )}
    </>
  );
}

interface CampaignFieldsProps {
  readonly campaign: Campaign;
  /** The fields suggest their values. */
  readonly presets: readonly CampaignPreset[];
  readonly onChange: (values: Partial<Campaign>) => void;
}

function CampaignFields({ campaign, presets, onChange }: CampaignFieldsProps) {
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

interface PresetNameProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onSave: (name: string) => void;
}

/** Saves the values of the fields as a preset. */
function PresetName({ field, onSave }: PresetNameProps) {
  const [name, setName] = useState('');
  const save = () => {
    if (name.trim() !== '') onSave(name.trim());
  };
  return (
    <div className="campaign-line">
      <TextInput
        ref={field}
        label={t('campaign.preset.name')}
        value={name}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => setName(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // Enter would submit the form of the link.
          event.preventDefault();
          save();
        }}
      />
      <Button variant="default" disabled={name.trim() === ''} onClick={save}>
        {t('campaign.preset.save')}
      </Button>
    </div>
  );
}

/** Campaign tags under a name. The browser stores them. */
interface CampaignPreset {
  readonly name: string;
  readonly campaign: Campaign;
}

const STORED = 'campaign_presets';

function readPresets(): readonly CampaignPreset[] {
  const stored = localValues.getJson(STORED);
  return Array.isArray(stored) ? stored.flatMap(toPreset) : [];
}

/** Empty for an invalid entry. */
function toPreset(stored: unknown): CampaignPreset[] {
  if (typeof stored !== 'object' || stored === null) return [];
  const { name, campaign } = stored as Partial<Record<string, unknown>>;
  if (typeof name !== 'string' || typeof campaign !== 'object' || campaign === null) return [];
  const kept = campaign as Partial<Record<string, unknown>>;
  const fields = campaignFields.map((field) => [field, kept[field]]);
  const texts = fields.filter(([, value]) => typeof value === 'string');
  return [{ name, campaign: { ...noCampaign, ...Object.fromEntries(texts) } }];
}

function storePresets(presets: readonly CampaignPreset[]): readonly CampaignPreset[] {
  const sorted = presets.toSorted((a, b) => a.name.localeCompare(b.name));
  localValues.set(STORED, JSON.stringify(sorted));
  return sorted;
}
