import { useId } from 'react';
import { t } from '../../language.ts';
import { toast } from '../../toast.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { maskToken } from './mask-token.ts';

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
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="token-example-head">
        <h2 id={id} className="token-heading">
          {t('token.example')}
        </h2>
        <CopyButton
          variant="default"
          size="xs"
          text={writeCurl(token ?? PLACEHOLDER)}
          label={t('token.example.copy')}
          copiedLabel={t('copied')}
          onFail={() => toast('warning', t('copy.failed'))}
        />
      </div>
      <pre className="token-example mono">
        {writeCurl(token === null ? PLACEHOLDER : maskToken(token))}
      </pre>
      {token !== null && <p className="token-help">{t('token.example.help')}</p>}
    </section>
  );
}
