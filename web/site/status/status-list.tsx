import { IconAlertTriangle } from '@tabler/icons-react';
import { locale, t } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { formatSize } from '../../ui/text/format-size.ts';
import { Instant } from '../../ui/text/instant.tsx';
import { type Status, statusQuery } from './status.api.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SettingsSection } from '../settings/settings-section.tsx';
import './status.css';

interface StatusListProps {
  readonly status: Status;
  /** The time of the server's answer, in milliseconds. */
  readonly answeredAt: number;
}

/** `SQLite 3.53.4` or `PostgreSQL 15.14`. Both names are the same in every language. */
function formatDatabase({ sqlite_version: sqlite, postgres_version: postgres }: Status): string {
  return postgres === undefined ? `SQLite ${sqlite}` : `PostgreSQL ${postgres}`;
}

export function StatusList({ status, answeredAt }: StatusListProps) {
  const { version, uptime, clicks, untrusted_proxy: proxy } = status;
  const ago = (seconds: number, format?: (when: string) => string) => (
    <Instant
      at={Math.floor(answeredAt / 1000 - seconds)}
      locale={locale}
      justNow={t('just.now')}
      {...(format === undefined ? {} : { format })}
    />
  );
  return (
    <dl className="status">
      <div>
        <dt>{t('status.version')}</dt>
        <dd className="mono">{version}</dd>
      </div>
      <div>
        <dt>{t('status.database')}</dt>
        <dd className="mono">{formatDatabase(status)}</dd>
      </div>
      <div>
        <dt>{t('status.started')}</dt>
        <dd>{ago(uptime)}</dd>
      </div>
      <div>
        <dt>{t('status.redirects')}</dt>
        <dd className="mono">{formatNumber(clicks.acknowledged, locale)}</dd>
      </div>
      <div>
        <dt>{t('status.waiting')}</dt>
        <dd>
          {clicks.lag_seconds === 0
            ? t('status.none')
            : ago(clicks.lag_seconds, (when) => t('status.waiting.since', { when }))}
        </dd>
      </div>
      <LostClicks clicks={clicks} />
      {proxy !== null && <UntrustedProxy proxy={proxy} />}
      {(clicks.damaged_bytes > 0 || clicks.damaged_segments > 0) && (
        <DamagedFiles clicks={clicks} />
      )}
    </dl>
  );
}

type ClicksProps = Pick<Status, 'clicks'>;

function LostClicks({ clicks: { uncounted } }: ClicksProps) {
  return (
    <div data-warns={uncounted > 0 || undefined}>
      <dt>
        {uncounted > 0 && <IconAlertTriangle size={18} aria-hidden />}
        {t('status.lost')}
      </dt>
      <dd className={uncounted > 0 ? 'mono' : ''}>
        {uncounted > 0 ? formatNumber(uncounted, locale) : t('status.none')}
      </dd>
      {uncounted > 0 && <dd className="status-why">{t('status.lost.why')}</dd>}
    </div>
  );
}

interface UntrustedProxyProps {
  readonly proxy: NonNullable<Status['untrusted_proxy']>;
}

function UntrustedProxy({ proxy }: UntrustedProxyProps) {
  return (
    <div data-warns>
      <dt>
        <IconAlertTriangle size={18} aria-hidden />
        {t('status.proxy')}
      </dt>
      <dd className="mono">{proxy.address}</dd>
      <dd className="status-why">
        {t('status.proxy.why')}
        <code>{proxy.setting}</code>
      </dd>
    </div>
  );
}

function DamagedFiles({ clicks }: ClicksProps) {
  return (
    <div data-warns>
      <dt>
        <IconAlertTriangle size={18} aria-hidden />
        {t('status.damaged')}
      </dt>
      <dd>
        {clicks.damaged_bytes > 0
          ? t('status.damaged.size', { size: formatSize(clicks.damaged_bytes, locale) })
          : t('status.damaged.files', { files: clicks.damaged_segments })}
      </dd>
      <dd className="status-why">{t('status.damaged.why')}</dd>
    </div>
  );
}

/** Shows the state of the server to its operator. */
export function StatusSection() {
  const { data, dataUpdatedAt, isError } = useQuery(statusQuery);
  return (
    <SettingsSection section="status" about={t('status.about')}>
      {data !== undefined ? (
        <StatusList status={data} answeredAt={dataUpdatedAt} />
      ) : isError ? (
        <p className="muted">{t('status.failed')}</p>
      ) : (
        <Skeleton height={240} />
      )}
    </SettingsSection>
  );
}
