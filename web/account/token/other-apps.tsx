import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId } from 'react';
import { t } from '../../language.ts';
import { saveFile } from '../../ui/save-file.ts';

/** The form of custom uploaders: https://getsharex.com/docs/custom-uploader */
const SHAREX_VERSION = '16.1.0';

/** How other apps create short links: a file for ShareX, steps for Apple's Shortcuts. */
export function OtherApps({ token }: { readonly token: string }) {
  return (
    <>
      <ShareX token={token} />
      <Shortcut />
    </>
  );
}

function ShareX({ token }: { readonly token: string }) {
  const id = useId();
  const save = () =>
    saveFile({
      name: 'brisk.sxcu',
      content: new Blob([writeUploader(token)], { type: 'application/json' }),
    });
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="token-heading">
        {t('sharex.title')}
      </h2>
      <p className="token-help">{t('sharex.help')}</p>
      <div className="token-actions">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={save}
        >
          {t('sharex.save')}
        </Button>
      </div>
    </section>
  );
}

/** ShareX encodes `{input}` for JSON. */
function writeUploader(token: string): string {
  const uploader = {
    Version: SHAREX_VERSION,
    Name: location.host,
    DestinationType: 'URLShortener',
    RequestMethod: 'POST',
    RequestURL: `${location.origin}/api/shorten_url`,
    Headers: { Authorization: `Bearer ${token}` },
    Body: 'JSON',
    Data: '{"long_url": "{input}"}',
    URL: '{json:data.short_link}',
    ErrorMessage: '{json:msg}',
  };
  return `${JSON.stringify(uploader, null, 2)}\n`;
}

function Shortcut() {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="token-heading">
        {t('shortcut.title')}
      </h2>
      <p className="token-help">{t('shortcut.help')}</p>
      <ol className="token-steps">
        <li>{t('shortcut.new')}</li>
        <li>{t('shortcut.request', { url: `${location.origin}/api/shorten_url` })}</li>
        <li>{t('shortcut.header')}</li>
        <li>{t('shortcut.body')}</li>
        <li>{t('shortcut.data')}</li>
        <li>{t('shortcut.link')}</li>
        <li>{t('shortcut.copy')}</li>
      </ol>
    </section>
  );
}
