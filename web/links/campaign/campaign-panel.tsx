import { TextInput, Button, Group, NativeSelect } from '@mantine/core';
import { deepEqual } from '@tanstack/react-router';
import { useEffect, useRef, useState, useId, type RefObject } from 'react';
import { VIEW_NAME_MAX } from '../../../contracts/links/views.constants.ts';
import { t } from '../../language.ts';
import { HeldViews } from '../../views/held-views.tsx';
import { useSavedViews, type NamedValue } from '../../views/saved-views.ts';
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
  const saved = useSavedViews('campaign');
  const presets = saved.views.map(toPreset);
  const chooser = useRef<HTMLSelectElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const [changes, setChanges] = useState(0);
  // The focused button disappears with the preset.
  useEffect(() => {
    if (changes > 0) (chooser.current ?? nameField.current)?.focus();
  }, [changes]);
  const campaign = readCampaign(url);
  const chosen = presets.find((preset) => deepEqual(preset.campaign, campaign));
  /** Replaces the preset with this name; null deletes it. */
  const put = async (name: string, preset: Campaign | null) => {
    if (await saved.put(name, preset)) setChanges((count) => count + 1);
  };
  const write = (values: Partial<Campaign>) => onChange(writeCampaign(url, values));
  if (url.trim() === '') return <p className="note">{t('campaign.url.first')}</p>;
  return (
    <>
      {presets.length > 0 && (
        <Group className="campaign-line" align="flex-end" gap="0.75rem" wrap="nowrap">
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
            <Button variant="default" onClick={() => void put(chosen.name, null)}>
              {t('campaign.preset.delete')}
            </Button>
          )}
        </Group>
      )}
      <CampaignFields campaign={campaign} presets={presets} onChange={write} />
      {chosen === undefined && !deepEqual(campaign, noCampaign) && (
        <PresetName field={nameField} onSave={(name) => void put(name, campaign)} />
      )}
      <HeldViews kind="campaign" saved={saved} />
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
    <Group className="campaign-line" align="flex-end" gap="0.75rem" wrap="nowrap">
      <TextInput
        ref={field}
        label={t('campaign.preset.name')}
        value={name}
        maxLength={VIEW_NAME_MAX}
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
    </Group>
  );
}

/** Campaign tags under a name. */
interface CampaignPreset {
  readonly name: string;
  readonly campaign: Campaign;
}

function toPreset({ name, value }: NamedValue): CampaignPreset {
  const fields = campaignFields.map((field) => [field, value[field]]);
  const texts = fields.filter(([, text]) => typeof text === 'string');
  return { name, campaign: { ...noCampaign, ...Object.fromEntries(texts) } };
}
