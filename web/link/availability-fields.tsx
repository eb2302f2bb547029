import { Switch } from '@mantine/core';
import type { Link } from '../../contracts/links.ts';
import { t } from '../language.ts';
import { ValidityField } from '../links/validity-field.tsx';
import { FieldsSection } from './fields-section.tsx';
import type { SettingsState } from './use-link-settings.ts';

interface AvailabilityFieldsProps {
  readonly link: Link;
  readonly settings: SettingsState;
}

/** The switch of a link and its expiry. */
export function AvailabilityFields({ link, settings }: AvailabilityFieldsProps) {
  const { values, changed, errors, set, leave } = settings;
  // The server does not change the switch of an expired link.
  const isOver = link.state === 'expired' && !changed.includes('expires_at');
  return (
    <FieldsSection title={t('link.section.validity')}>
      <Switch
        checked={values.is_active}
        onChange={({ currentTarget: { checked } }) => set({ is_active: checked })}
        label={t('link.active')}
        description={t(isOver ? 'link.active.over' : 'link.active.help')}
        disabled={isOver}
      />
      <div data-field="expires_at">
        <ValidityField
          value={values.expires_at}
          error={errors.expires_at}
          onChange={(validity) => set({ expires_at: validity })}
          onBlur={() => leave('expires_at')}
        />
      </div>
    </FieldsSection>
  );
}
