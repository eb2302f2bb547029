import { Box } from '@mantine/core';
import { describeAccount } from '../owners/account-name.ts';
import { t, toCounted } from '../language.ts';
import { When } from '../parts/when.tsx';
import { describeAction } from './actions.ts';
import type { AuditRow } from './audit.api.ts';
import { formatField, formatValue } from './format-value.ts';

export function AuditList({ rows }: { readonly rows: readonly AuditRow[] }) {
  return (
    <ul className="rows" aria-label={t('audit.title')}>
      {rows.map((row) => (
        <AuditItem key={row.id} row={row} />
      ))}
    </ul>
  );
}

function AuditItem({ row }: { readonly row: AuditRow }) {
  const { actor, token, network, times } = row;
  return (
    <li className="audit-item">
      <span className="audit-when muted">
        <When at={row.at} />
      </span>
      <span className="audit-who">
        {nameActor(actor)}
        {token !== '' && <span className="note"> {t('audit.by.token', { name: token })}</span>}
      </span>
      <div className="audit-what">
        <p>
          {describeAction(row.action)}
          {nameTarget(row) !== '' && (
            <Box component="span" fw={500}>
              {' '}
              {nameTarget(row)}
            </Box>
          )}
          {times > 1 && <span className="muted"> {t('audit.times', toCounted(times))}</span>}
        </p>
        <Differences from={row.from} to={row.to} />
      </div>
      <span className="audit-where note mono">{network}</span>
    </li>
  );
}

function nameActor({ kind, name }: AuditRow['actor']): string {
  return kind === 'account' || kind === 'service'
    ? describeAccount(name)
    : t(`audit.actor.${kind}`);
}

/** Empty: the row says who it is about already. */
function nameTarget({ actor, target }: AuditRow): string {
  const isActor = target?.kind === 'account' && target.id === actor.id;
  return target === null || isActor ? '' : describeAccount(target.name);
}

/** Which values changed. */
function Differences({ from, to }: Pick<AuditRow, 'from' | 'to'>) {
  const before = toFields(from);
  const after = toFields(to);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0) return null;
  return (
    <p className="note mono">
      {names
        .map((name) => {
          const present = name in after ? formatValue(name, after[name]) : '–';
          const former = name in before ? `${formatValue(name, before[name])} → ` : '';
          const label = name === '' ? '' : `${formatField(name)}: `;
          return label + former + present;
        })
        .join(' · ')}
    </p>
  );
}

/** A value that has no fields stands under an empty name. */
function toFields(values: unknown): Record<string, unknown> {
  if (values === null || values === undefined) return {};
  if (typeof values !== 'object' || Array.isArray(values)) return { '': values };
  return values as Record<string, unknown>;
}
