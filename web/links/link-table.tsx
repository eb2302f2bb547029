import { ActionIcon } from '@mantine/core';
import { IconExternalLink, IconTrash } from '@tabler/icons-react';
import { DataTable, type DataTableColumn } from 'mantine-datatable';
import { locale, t } from '../language.ts';
import { formatNumber } from '../ui/format-number.ts';
import { Instant } from '../ui/instant.tsx';
import { ClicksHeading } from './clicks-heading.tsx';
import { CodeButton } from './code-button.tsx';
import { Expiry } from './expiry.tsx';
import type { LinkListProps } from './link-list-props.ts';
import type { Link } from './links.api.ts';
import { toShortLink } from './short-link.ts';
import { Target } from './target.tsx';

function createColumns(onDelete: (link: Link) => void): DataTableColumn<Link>[] {
  return [
    {
      accessor: 'short_url',
      title: t('links.code'),
      width: '9.5rem',
      render: ({ short_url: code }) => <CodeButton code={code} />,
    },
    {
      accessor: 'long_url',
      title: t('links.long'),
      render: ({ long_url: url }) => <Target url={url} />,
    },
    {
      accessor: 'title',
      title: t('links.page.title'),
      ellipsis: true,
      width: '17%',
      visibleMediaQuery: '(min-width: 75em)',
      render: ({ title }) => <span title={title}>{title}</span>,
    },
    {
      accessor: 'clicks',
      title: <ClicksHeading />,
      textAlign: 'right',
      width: '5.75rem',
      noWrap: true,
      render: ({ clicks }) => <span className="mono">{formatNumber(clicks, locale)}</span>,
    },
    {
      accessor: 'created_at',
      title: t('links.created'),
      width: '7.75rem',
      noWrap: true,
      visibleMediaQuery: '(min-width: 58em)',
      render: ({ created_at: at }) => <Instant at={at} locale={locale} justNow={t('just.now')} />,
    },
    {
      accessor: 'expires_at',
      title: t('links.expires'),
      width: '6.5rem',
      noWrap: true,
      render: (link) => <Expiry link={link} />,
    },
    {
      accessor: 'actions',
      title: <span className="visually-hidden">{t('links.actions')}</span>,
      width: '5.25rem',
      textAlign: 'right',
      render: (link) => (
        <span className="links-actions">
          <ActionIcon
            component="a"
            href={toShortLink(link.short_url)}
            target="_blank"
            rel="noopener"
            variant="subtle"
            color="gray"
            aria-label={t('links.open', { code: link.short_url })}
            title={t('links.open.action')}
          >
            <IconExternalLink size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('links.delete', { code: link.short_url })}
            title={t('links.delete.action')}
            onClick={() => onDelete(link)}
          >
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </span>
      ),
    },
  ];
}

export function LinkTable({ links, selected, isStale, onSelect, onDelete }: LinkListProps) {
  return (
    <DataTable<Link>
      className="links-table"
      data-stale={isStale || undefined}
      columns={createColumns(onDelete)}
      records={[...links]}
      selectedRecords={[...selected]}
      onSelectedRecordsChange={onSelect}
      getRecordSelectionCheckboxProps={({ short_url: code }) => ({
        'aria-label': t('links.select', { code }),
      })}
      allRecordsSelectionCheckboxProps={{ 'aria-label': t('links.select.all') }}
      withTableBorder
      borderRadius="lg"
      borderColor="var(--brisk-line)"
      rowBorderColor="var(--brisk-line)"
      backgroundColor="var(--brisk-surface)"
      highlightOnHover
      highlightOnHoverColor="var(--brisk-ground)"
      verticalAlign="center"
      scrollAreaProps={{ type: 'auto' }}
    />
  );
}
