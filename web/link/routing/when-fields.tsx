import { TextInput } from '@mantine/core';
import { locale, t } from '../../language.ts';
import { completeUrl } from '../../typed-url.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { InstantField } from './instant-field.tsx';
import type { SectionProps } from './section-props.ts';

/** The start of a link, its limit of clicks and where it leads otherwise. */
export function WhenFields({ link, settings }: SectionProps) {
  const { values, errors, set, leave } = settings;
  const clicks = link.clicks + link.pending_clicks;
  return (
    <>
      <InstantField
        label={t('when.start')}
        help={t('when.start.help')}
        name="starts_at"
        value={values.starts_at}
        error={errors['starts_at']}
        onChange={(typed) => set({ starts_at: typed })}
        onBlur={() => leave('starts_at')}
      />
      <TextInput
        className="routing-number"
        label={t('when.clicks')}
        description={t('when.clicks.help', { count: clicks, shown: formatNumber(clicks, locale) })}
        name="max_clicks"
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('when.clicks.none')}
        value={values.max_clicks}
        error={errors['max_clicks']}
        onChange={({ currentTarget: { value } }) => set({ max_clicks: value })}
        onBlur={() => leave('max_clicks')}
      />
      <TextInput
        label={t('when.fallback')}
        description={t('when.fallback.help')}
        name="fallback_url"
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={values.fallback_url}
        error={errors['fallback_url']}
        onChange={({ currentTarget: { value } }) => set({ fallback_url: value })}
        onBlur={() => {
          set({ fallback_url: completeUrl(values.fallback_url) });
          leave('fallback_url');
        }}
      />
    </>
  );
}
