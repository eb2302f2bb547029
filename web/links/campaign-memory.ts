import { localValues } from '../storage.ts';
import { campaignFields, noCampaign, type Campaign } from './campaign.ts';

/** Campaign tags under a name. The browser stores them. */
export interface CampaignPreset {
  readonly name: string;
  readonly campaign: Campaign;
}

const STORED = 'campaign_presets';

export function readPresets(): readonly CampaignPreset[] {
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

/** Adds a preset. It replaces one with the same name. */
export function addPreset(
  presets: readonly CampaignPreset[],
  preset: CampaignPreset,
): readonly CampaignPreset[] {
  return storePresets([...presets.filter(({ name }) => name !== preset.name), preset]);
}

export function deletePreset(
  presets: readonly CampaignPreset[],
  deleted: string,
): readonly CampaignPreset[] {
  return storePresets(presets.filter(({ name }) => name !== deleted));
}
