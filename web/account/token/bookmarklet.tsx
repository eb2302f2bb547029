import { IconBookmark } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { t } from '../../language.ts';
import { useSiteInfo } from '../../site-info.ts';
import { toast } from '../../toast.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';

const CODE = `javascript:void open('${location.origin}/admin/share?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title))`;

/** A bookmark. It opens the Add dialog with the URL of the page that the browser shows. */
export function Bookmarklet() {
  const id = useId();
  const { title } = useSiteInfo();
  const bookmark = useRef<HTMLAnchorElement>(null);
  // React refuses `javascript:` addresses.
  useEffect(() => bookmark.current?.setAttribute('href', CODE), []);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="token-heading">
        {t('bookmarklet.title')}
      </h2>
      <p className="token-help">{t('bookmarklet.help')}</p>
      <div className="token-actions">
        <a
          ref={bookmark}
          href="/admin/share"
          className="bookmarklet"
          onClick={(event) => {
            event.preventDefault();
            toast('warning', t('bookmarklet.drag'));
          }}
        >
          <IconBookmark size={18} aria-hidden />
          {t('bookmarklet.name', { title })}
        </a>
        <CopyButton
          variant="default"
          text={CODE}
          label={t('bookmarklet.copy')}
          copiedLabel={t('copied')}
          onFail={() => toast('warning', t('copy.failed'))}
        />
      </div>
    </section>
  );
}
