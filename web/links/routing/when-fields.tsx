import { TextInput } from '@mantine/core';
import { t, toCounted } from '../../language.ts';
import { completeUrl } from '../../urls/typed-url.ts';
import { urlInput } from '../../ui/fields/plain-input.ts';
import { InstantField } from '../form/instant-field.tsx';
import { toTextProps } from '../form/use-link-form.ts';
import type { SectionProps } from './routing-fields.ts';

/** The start of a link, its limit of clicks and where it leads otherwise. */
export function WhenFields({ form }: SectionProps) {
  const { link, values, errors, set, leave } = form;
  const clicks = link === null ? 0 : link.clicks + link.pending_clicks;
  return (
    <>
      <InstantField
        className="routing-instant"
        label={t('when.start')}
        description={t('when.start.help')}
        name="starts_at"
        value={values.starts_at}
        error={errors['starts_at']}
        onChange={(typed) => set({ starts_at: typed })}
        onBlur={() => leave('starts_at')}
      />
      <TextInput
        {...toTextProps(form, 'max_clicks')}
        className="routing-number"
        label={t('when.clicks')}
        description={t('when.clicks.help', toCounted(clicks))}
        inputMode="numeric"
        placeholder={t('when.clicks.none')}
      />
      <TextInput
        {...toTextProps(form, 'fallback_url')}
        {...urlInput}
        label={t('when.fallback')}
        description={t('when.fallback.help')}
        onBlur={() => {
          set({ fallback_url: completeUrl(values.fallback_url) });
          leave('fallback_url');
        }}
      />
    </>
  );
}
