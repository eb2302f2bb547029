import { Box, Button, Group } from '@mantine/core';
import { IconDownload, IconBookmark } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { t } from '../../language.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useSiteInfo } from '../../site-info.ts';
import { toast } from '../../toast.tsx';
import { Section } from '../parts/section.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';

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
  const save = () =>
    saveFile({
      name: 'brisk.sxcu',
      content: new Blob([writeUploader(token)], { type: 'application/json' }),
    });
  return (
    <Section title={t('sharex.title')}>
      <Box component="p" className="note" mt="0.5rem">
        {t('sharex.help')}
      </Box>
      <Group gap="sm" mt="md">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={save}
        >
          {t('sharex.save')}
        </Button>
      </Group>
    </Section>
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
  return (
    <Section title={t('shortcut.title')}>
      <Box component="p" className="note" mt="0.5rem">
        {t('shortcut.help')}
      </Box>
      <ol className="token-steps">
        <li>{t('shortcut.new')}</li>
        <li>{t('shortcut.request', { url: `${location.origin}/api/shorten_url` })}</li>
        <li>{t('shortcut.header')}</li>
        <li>{t('shortcut.body')}</li>
        <li>{t('shortcut.data')}</li>
        <li>{t('shortcut.link')}</li>
        <li>{t('shortcut.copy')}</li>
      </ol>
    </Section>
  );
}

const CODE = `javascript:void open('${location.origin}/admin/share?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title))`;

/** A bookmark. It opens the Add dialog with the URL of the page that the browser shows. */
export function Bookmarklet() {
  const { title } = useSiteInfo();
  const bookmark = useRef<HTMLAnchorElement>(null);
  // React refuses `javascript:` addresses.
  useEffect(() => bookmark.current?.setAttribute('href', CODE), []);
  return (
    <Section title={t('bookmarklet.title')}>
      <Box component="p" className="note" mt="0.5rem">
        {t('bookmarklet.help')}
      </Box>
      <Group gap="sm" mt="md">
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
        <CopyButton variant="default" text={CODE} label={t('bookmarklet.copy')} />
      </Group>
    </Section>
  );
}

const PLACEHOLDER = 'YOUR_API_TOKEN';

function writeCurl(token: string): string {
  return [
    `curl -X POST ${location.origin}/api/shorten_url \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"long_url": "https://example.com/a/long/page", "short_url": ""}'`,
  ].join('\n');
}

/** Shows a command that creates a link. The copied text holds the token; the page masks it. */
export function CurlExample({ token }: { readonly token: string | null }) {
  return (
    <Section
      title={t('token.example')}
      action={
        <CopyButton
          variant="default"
          size="xs"
          text={writeCurl(token ?? PLACEHOLDER)}
          label={t('token.example.copy')}
        />
      }
    >
      <Box component="pre" className="mono code-frame" mt="0.75rem" mb={0} p="1rem" lh={1.7}>
        {writeCurl(token === null ? PLACEHOLDER : maskToken(token))}
      </Box>
      {token !== null && (
        <Box component="p" className="note" mt="0.5rem">
          {t('token.example.help')}
        </Box>
      )}
    </Section>
  );
}

/** Keeps the first 3 and the last 4 characters: enough to recognize a token. */
export function maskToken(token: string): string {
  return `${token.slice(0, 3)}${'•'.repeat(24)}${token.slice(-4)}`;
}
