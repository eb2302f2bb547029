import { CodeBlock } from './code-block.tsx';
import { t } from './docs-text.ts';
import { Example } from './example.tsx';
import { WithCode } from './with-code.tsx';

const TOKEN = 'sk-YOUR_API_TOKEN';
const LONG_URL = 'https://example.com/a/long/page';

const codes = [400, 401, 403, 404, 405, 413, 429, 500, 507] as const;

function formatJson(answer: object): string {
  return JSON.stringify(answer, null, 2);
}

const created = {
  id: 1,
  short_url: 'page',
  long_url: LONG_URL,
  title: '',
  description: '',
  expires_at: 1_790_000_000,
};

const codeTakenError = {
  code: 400,
  msg: 'short.url.exists',
  data: {
    issues: [{ field: 'short_url', key: 'short.url.exists', reason: 'Another link has this code' }],
  },
};

/** Explains what a reader needs before the first call, in that order. */
export function Guide() {
  return (
    <>
      <StartSection />
      <CreateSection />
      <ListSection />
      <ErrorsSection />
      <MachineSection />
    </>
  );
}

function StartSection() {
  return (
    <section id="start">
      <h2>{t('docs.start')}</h2>
      <p>
        <WithCode text={t('docs.start.text')} />
      </p>
      <CodeBlock label={t('docs.start.base')} code={location.origin} />
      <CodeBlock label={t('docs.start.header')} code={`Authorization: Bearer ${TOKEN}`} />
      <p>
        <WithCode text={t('docs.start.body')} />
      </p>
    </section>
  );
}

function CreateSection() {
  return (
    <section id="create">
      <h2>{t('docs.create')}</h2>
      <p>
        <WithCode text={t('docs.create.text')} />
      </p>
      <Example
        label={t('docs.create')}
        call={{
          method: 'POST',
          path: '/api/shorten_url',
          token: TOKEN,
          body: { json: { long_url: LONG_URL, short_url: 'page', ttl_days: 30 } },
        }}
      />
      <h3>{t('docs.answer')}</h3>
      <CodeBlock
        label={`${t('docs.create')}: ${t('docs.answer')}`}
        code={formatJson({ code: 200, msg: 'success', data: created })}
      />
      <p>
        <WithCode text={t('docs.create.again')} />
      </p>
    </section>
  );
}

function ListSection() {
  return (
    <section id="list">
      <h2>{t('docs.list')}</h2>
      <p>
        <WithCode text={t('docs.list.text')} />
      </p>
      <Example
        label={t('docs.list')}
        call={{ method: 'GET', path: '/api/urls?page=1&limit=100', token: TOKEN, body: null }}
      />
      <p>
        <WithCode text={t('docs.list.filter')} />
      </p>
      <Example
        label={t('docs.list.filter.label')}
        call={{
          method: 'GET',
          path: '/api/urls?q=sale&tag=shop&state=live',
          token: TOKEN,
          body: null,
        }}
      />
      <p>
        <WithCode text={t('docs.list.search')} />
      </p>
    </section>
  );
}

function ErrorsSection() {
  return (
    <section id="errors">
      <h2>{t('docs.errors')}</h2>
      <p>
        <WithCode text={t('docs.errors.text')} />
      </p>
      <CodeBlock label={t('docs.errors')} code={formatJson(codeTakenError)} />
      <table className="docs-table">
        <thead>
          <tr>
            <th scope="col">{t('docs.errors.code')}</th>
            <th scope="col">{t('docs.errors.meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {codes.map((code) => (
            <tr key={code}>
              <td className="mono">{code}</td>
              <td>
                <WithCode text={t(`docs.errors.${code}`)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function MachineSection() {
  return (
    <section id="machine">
      <h2>{t('docs.machine')}</h2>
      <p>
        {t('docs.machine.text')}{' '}
        <a href="/openapi.json" className="mono">
          /openapi.json
        </a>
      </p>
    </section>
  );
}
