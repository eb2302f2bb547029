import { Box, InputBase, Stack, Text, TextInput } from '@mantine/core';
import { IconExternalLink, IconPhoto } from '@tabler/icons-react';
import type { Social } from '../../../contracts/links/routing.ts';
import { t } from '../../language.ts';
import { shortLinkPrefix } from '../../urls/short-link.ts';
import { completeUrl, findUrlFault } from '../../urls/typed-url.ts';
import { urlInput } from '../../ui/fields/plain-input.ts';
import { toInputProps } from '../form/use-link-form.ts';
import type { VisitorForm } from '../form/visitor-fields.ts';

/** The card of a link in chat programs. */
export function LooksFields({ form }: { readonly form: VisitorForm }) {
  const { social } = form.values;
  const toProps = (part: keyof Social, complete?: (value: string) => string) => {
    const put = (value: string) => form.set({ social: { ...social, [part]: value } });
    return toInputProps(form, `social.${part}`, social[part], put, complete);
  };
  return (
    <div className="looks">
      <Stack gap="1.25rem">
        <p className="routing-help note">{t('looks.help')}</p>
        <TextInput {...toProps('title')} label={t('looks.card.title')} />
        <InputBase
          {...toProps('description')}
          component="textarea"
          multiline
          rows={3}
          label={t('looks.description')}
        />
        <TextInput
          {...toProps('image', completeUrl)}
          {...urlInput}
          label={t('looks.image')}
          description={t('looks.image.help')}
        />
      </Stack>
      <figure>
        <Box component="figcaption" className="note" mb="0.5rem">
          {t('looks.preview')}
        </Box>
        <CardPreview social={social} code={form.before.short_url} />
      </figure>
    </div>
  );
}

interface CardPreviewProps {
  readonly social: Social;
  readonly code: string;
}

/** The card as chat programs show it. The page itself loads no image from another host. */
function CardPreview({ social: { title, description, image }, code }: CardPreviewProps) {
  if (title + description + image === '') {
    return <p className="routing-box looks-none note">{t('looks.preview.none')}</p>;
  }
  const host = shortLinkPrefix();
  return (
    <div className="routing-box looks-card">
      {image !== '' && <ImagePlace url={completeUrl(image)} />}
      <Box px="1rem" py="0.75rem">
        <Text inherit fw={600} lineClamp={2}>
          {title === '' ? `${host}${code}` : title}
        </Text>
        <Text inherit fz="xs" c="dimmed" lineClamp={3}>
          {description}
        </Text>
        <Box component="p" className="note" mt="0.25rem">
          {host.split('/')[0]}
        </Box>
      </Box>
    </div>
  );
}

function ImagePlace({ url }: { readonly url: string }) {
  const isUrl = findUrlFault(url) === null;
  return (
    <Stack className="looks-image note" align="center" justify="center" gap="0.25rem">
      <IconPhoto size={32} stroke={1.25} aria-hidden />
      <p>{t('looks.image.of', { host: isUrl ? new URL(url).host : '…' })}</p>
      {isUrl && (
        <Box
          component="a"
          c="var(--brisk-ink)"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('looks.image.open')} <IconExternalLink size={14} aria-hidden />
        </Box>
      )}
    </Stack>
  );
}
