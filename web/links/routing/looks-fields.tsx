import { InputBase, TextInput } from '@mantine/core';
import { IconExternalLink, IconPhoto } from '@tabler/icons-react';
import type { Social } from '../../../contracts/links/routing.ts';
import { t } from '../../language.ts';
import { shortLinkPrefix } from '../../urls/short-link.ts';
import { completeUrl, findUrlFault } from '../../urls/typed-url.ts';
import { urlInput } from '../../ui/fields/plain-input.ts';
import type { SectionProps } from './routing-fields.ts';

/** The card of a link in chat programs. */
export function LooksFields({ form }: SectionProps) {
  const { values, errors, set, leave } = form;
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
          {...urlInput}
          label={t('looks.image')}
          description={t('looks.image.help')}
          onBlur={() => {
            set({ social: { ...social, image: completeUrl(social.image) } });
            leave('social.image');
          }}
        />
      </div>
      <CardPreview social={social} code={form.before.short_url} />
    </div>
  );
}

interface CardPreviewProps {
  readonly social: Social;
  readonly code: string;
}

/** The card as chat programs show it. The page itself loads no image from another host. */
function CardPreview({ social, code }: CardPreviewProps) {
  const { title, description, image } = social;
  const isEmpty = title + description + image === '';
  return (
    <figure className="looks-preview">
      <figcaption>{t('looks.preview')}</figcaption>
      {isEmpty ? (
        <p className="looks-none">{t('looks.preview.none')}</p>
      ) : (
        <div className="looks-card">
          {image !== '' && <ImagePlace url={completeUrl(image)} />}
          <div className="looks-text">
            <p className="looks-title">{title === '' ? `${shortLinkPrefix()}${code}` : title}</p>
            {description !== '' && <p className="looks-description">{description}</p>}
            <p className="looks-host">{shortLinkPrefix().split('/')[0]}</p>
          </div>
        </div>
      )}
    </figure>
  );
}

function ImagePlace({ url }: { readonly url: string }) {
  const isUrl = findUrlFault(url) === null;
  return (
    <div className="looks-image">
      <IconPhoto size={32} stroke={1.25} aria-hidden />
      <p>{t('looks.image.of', { host: isUrl ? new URL(url).host : '…' })}</p>
      {isUrl && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {t('looks.image.open')} <IconExternalLink size={14} aria-hidden />
        </a>
      )}
    </div>
  );
}
