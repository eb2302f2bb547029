import { Button, Stack } from '@mantine/core';
import { lazy, Suspense, useId, useState } from 'react';
import { t } from '../../language.ts';
import { campaignFields, readCampaign } from './campaign.ts';
import './campaign.css';

const CampaignPanel = lazy(async () => ({
  default: (await import('./campaign-panel.tsx')).CampaignPanel,
}));

interface CampaignTagsProps {
  /** The long URL as typed. */
  readonly url: string;
  readonly onChange: (url: string) => void;
}

/** A button with the number of campaign tags. It opens their fields. */
export function CampaignTags({ url, onChange }: CampaignTagsProps) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const campaign = readCampaign(url);
  const count = campaignFields.filter((field) => campaign[field] !== '').length;
  return (
    <>
      <Button
        className="campaign-open"
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? t('campaign.open') : t('campaign.count', { count })}
      </Button>
      {isOpen && (
        <Stack id={panelId} className="campaign" gap="0.75rem" mt="0.5rem">
          <Suspense fallback={null}>
            <CampaignPanel url={url} onChange={onChange} />
          </Suspense>
        </Stack>
      )}
    </>
  );
}
