import { IconAlertTriangle } from '@tabler/icons-react';
import { locale, t, type TextKey } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { formatSize } from '../../ui/text/format-size.ts';
import { Instant } from '../../ui/text/instant.tsx';
import { type Status, statusQuery } from './status.api.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SettingsSection } from '../settings/settings-section.tsx';
import type { ReactNode } from 'react';
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
      <Row name="status.version" isMono>
        {version}
      </Row>
      <Row name="status.database" isMono>
        {formatDatabase(status)}
      </Row>
      <Row name="status.started">{ago(uptime)}</Row>
      <Row name="status.redirects" isMono>
        {formatNumber(clicks.acknowledged, locale)}
      </Row>
      <Row name="status.waiting">
        {clicks.lag_seconds === 0
          ? t('status.none')
          : ago(clicks.lag_seconds, (when) => t('status.waiting.since', { when }))}
      </Row>
      {clicks.uncounted > 0 ? (
        <Row name="status.lost" isMono why={t('status.lost.why')}>
          {formatNumber(clicks.uncounted, locale)}
        </Row>
      ) : (
        <Row name="status.lost">{t('status.none')}</Row>
      )}
      {proxy !== null && (
        <Row
          name="status.proxy"
          isMono
          why={
            <>
              {t('status.proxy.why')}
              <code>{proxy.setting}</code>
            </>
          }
        >
          {proxy.address}
        </Row>
      )}
      {(clicks.damaged_bytes > 0 || clicks.damaged_segments > 0) && (
        <Row name="status.damaged" why={t('status.damaged.why')}>
          {clicks.damaged_bytes > 0
            ? t('status.damaged.size', { size: formatSize(clicks.damaged_bytes, locale) })
            : t('status.damaged.files', { files: clicks.damaged_segments })}
        </Row>
      )}
    </dl>
  );
}

interface RowProps {
  readonly name: TextKey;
  readonly children: ReactNode;
  readonly isMono?: boolean;
  /** Makes the row a warning. */
  readonly why?: ReactNode;
}

function Row({ name, children, isMono = false, why }: RowProps) {
  const isWarning = why !== undefined;
  return (
    <div data-warns={isWarning || undefined}>
      <dt>
        {isWarning && <IconAlertTriangle size={18} aria-hidden />}
        {t(name)}
      </dt>
      <dd className={isMono ? 'mono' : undefined}>{children}</dd>
      {isWarning && <dd className="status-why">{why}</dd>}
    </div>
  );
}

/** Shows the state of the server to its operator. */
export function StatusSection() {
  const { data, dataUpdatedAt, isError } = useQuery(statusQuery);
  return (
    <SettingsSection id="status" title={t('status.title')} about={t('status.about')}>
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
