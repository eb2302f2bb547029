import { Radio } from '@mantine/core';
import { inAppChoices } from '../../../contracts/links/routing.constants.ts';
import { t } from '../../language.ts';
import type { SectionProps } from './routing-fields.ts';
import '@mantine/core/styles/Radio.css';

/** What visitors inside apps such as WeChat get. */
export function AppsFields({ form: { values, set } }: SectionProps) {
  return (
    <Radio.Group
      name="in_app"
      label={t('apps.label')}
      value={values.in_app}
      onChange={(value) => set({ in_app: value === 'ask' ? 'ask' : 'follow' })}
    >
      <div className="routing-radios">
        {inAppChoices.map((choice) => (
          <Radio
            key={choice}
            value={choice}
            label={t(`apps.${choice}`)}
            description={t(`apps.${choice}.help`)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
