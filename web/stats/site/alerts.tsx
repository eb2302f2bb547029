import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useLacks } from '../../app-info.ts';
import { locale, t, toCounted } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { When } from '../../parts/when.tsx';
import { formatCode } from '../format-value.ts';
import { SiteListLink, SitePanel, type SiteListProps } from './site-panel.tsx';
import { alertsQuery, useDismissAlerts, type Alert } from './site-lists.api.ts';
import { isFiltered, noFilters } from '../stats-view.ts';
import { focusMain, focusNeighbor } from '../../ui/focus-neighbor.ts';
import { IconAction } from '../../ui/icon-action.tsx';

const icons = { spike: IconTrendingUp, silence: IconTrendingDown };

/** Lists links with far more or far fewer people than usual, until the user dismisses them. */
export function Alerts({ view }: SiteListProps) {
  const query = useQuery(alertsQuery);
  const { mutate: dismiss } = useDismissAlerts();
  const isReader = useLacks('links.edit');
  const shown = query.data?.alerts ?? [];
  return (
    <SitePanel
      title={t('stats.alerts')}
      query={query}
      action={
        <>
          {isFiltered(view) && (
            <span className="site-list-note note">{t('stats.alerts.unfiltered')}</span>
          )}
          {shown.length > 1 && !isReader && (
            <button
              type="button"
              className="stats-text-button plain-button"
              onClick={(event) => {
                focusMain(event);
                dismiss(shown.map(({ id }) => id));
              }}
            >
              {t('stats.alerts.dismiss.all')}
            </button>
          )}
        </>
      }
    >
      {({ alerts }) =>
        alerts.length === 0 ? (
          <p className="site-list-none muted">{t('stats.alerts.none')}</p>
        ) : (
          <ul className="site-list">
            {alerts.map((alert) => (
              <AlertRow
                key={alert.id}
                alert={alert}
                view={{ ...view, ...noFilters, audience: 'people' }}
                onDismiss={(event) => {
                  focusNeighbor(event);
                  dismiss([alert.id]);
                }}
              />
            ))}
          </ul>
        )
      }
    </SitePanel>
  );
}

interface AlertRowProps extends SiteListProps {
  readonly alert: Alert;
  readonly onDismiss: (event: MouseEvent<HTMLElement>) => void;
}

function AlertRow({ alert, view, onDismiss }: AlertRowProps) {
  const { kind, short_url: code, title, people, usual, created_at } = alert;
  const Icon = icons[kind];
  const isReader = useLacks('links.edit');
  return (
    <li className="site-list-row">
      <Icon className="site-list-icon" data-kind={kind} size={18} aria-hidden />
      <span className="site-list-name">
        <SiteListLink code={code} title={title} view={view} />
        <Group component="span" className="note" gap="0 0.875rem">
          <span>
            {t(`stats.alerts.${kind}`, { ...toCounted(people), usual: formatUsual(usual) })}
          </span>
          <When at={created_at} />
        </Group>
      </span>
      {!isReader && (
        <IconAction
          label={t('stats.alerts.dismiss', { code: formatCode(code) })}
          title={t('stats.alerts.dismiss.action')}
          onClick={onDismiss}
        />
      )}
    </li>
  );
}

/** An average, with one decimal below 10. */
function formatUsual(usual: number): string {
  return formatNumber(usual < 10 ? Math.round(usual * 10) / 10 : Math.round(usual), locale);
}
