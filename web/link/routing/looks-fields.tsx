import { InputBase, TextInput } from '@mantine/core';
import type { Social } from '../../../contracts/routing.ts';
import { t } from '../../language.ts';
import { completeUrl } from '../../typed-url.ts';
import { CardPreview } from './card-preview.tsx';
import type { SectionProps } from './section-props.ts';

/** The card of a link in chat programs. */
export function LooksFields({ link, settings }: SectionProps) {
  const { values, errors, set, leave } = settings;
  const { social } = values;
  const toProps = (part: keyof Social) => ({
    name: `social.${part}`,
    value: social[part],
    error: errors[`social.${part}`],
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      set({ social: { ...social, [part]: value } }),
    onBlur: () => leave(`social.${part}`),
  });
  return (
    <div className="looks">
      <div className="looks-fields">
        <p className="routing-note">{t('looks.help')}</p>
        <TextInput {...toProps('title')} label={t('looks.card.title')} />
        <InputBase
          {...toProps('description')}
          component="textarea"
          multiline
          rows={3}
          label={t('looks.description')}
        />
        <TextInput
          {...toProps('image')}
          label={t('looks.image')}
          description={t('looks.image.help')}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          onBlur={() => {
            set({ social: { ...social, image: completeUrl(social.image) } });
            leave('social.image');
          }}
        />
      </div>
      <CardPreview social={social} code={link.short_url} />
    </div>
  );
}
