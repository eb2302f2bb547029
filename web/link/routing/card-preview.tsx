import { IconExternalLink, IconPhoto } from '@tabler/icons-react';
import type { Social } from '../../../contracts/routing.ts';
import { t } from '../../language.ts';
import { shortLinkPrefix } from '../../short-link.ts';
import { completeUrl, findUrlFault } from '../../typed-url.ts';

interface CardPreviewProps {
  readonly social: Social;
  readonly code: string;
}

/** The card as chat programs show it. The page itself loads no image from another host. */
export function CardPreview({ social, code }: CardPreviewProps) {
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
