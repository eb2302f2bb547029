import { Menu, Box, Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAppInfo } from '../app-info.ts';
import { LoadFailure } from '../failure-notice.tsx';
import { t, toCounted } from '../language.ts';
import { describePager } from '../pager-texts.ts';
import { toastFailure } from '../toast.tsx';
import { LateMenu } from '../ui/late-menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Pager } from '../ui/pager.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { auditQuery, noFilter, PAGE_SIZE, useAuditExport, type AuditFilter } from './audit.api.ts';
import './audit.css';

/** Who did what: of the whole site, or of one's own account only. */
export function AuditPage() {
  useDocumentTitle(t('audit.title'));
  const [filter, setFilter] = useState(noFilter);
  const [page, setPage] = useState(1);
  const query = useQuery(auditQuery(filter, page));
  const may = useAppInfo().data?.may;
  const { data } = query;
  const isFiltered = Object.values(filter).some((text) => text !== '');
  const show = (next: AuditFilter) => {
    setFilter(next);
    setPage(1);
  };
  return (
    <div className="audit">
      <PageHead
        title={t('audit.title')}
        note={data !== undefined && data.total > 0 && t('audit.count', toCounted(data.total))}
        actions={data !== undefined && data.total > 0 && <ExportButton filter={filter} />}
      />
      <Box component="p" c="dimmed" maw="44rem" mih="1.5em" mb="1rem">
        {may !== undefined && t(may.includes('audit') ? 'audit.about' : 'audit.about.own')}
      </Box>
      <AuditFilters filter={filter} onChange={show} />
      {query.isPending && <Skeleton height={240} aria-label={t('audit.loading')} />}
      {data === undefined && query.isError && (
        <LoadFailure title={t('audit.failed')} query={query} />
      )}
      {data?.total === 0 && (
        <Notice
          title={t(isFiltered ? 'audit.none' : 'audit.empty')}
          {...(isFiltered
            ? {
                action: (
                  <Button variant="default" onClick={() => show(noFilter)}>
                    {t('audit.filter.clear')}
                  </Button>
                ),
              }
            : { text: t('audit.empty.text') })}
        />
      )}
      {data !== undefined && data.total > 0 && (
        <>
          <AuditList rows={data.rows} />
          <Pager
            page={page}
            size={PAGE_SIZE}
            total={data.total}
            sizes={[]}
            onChange={setPage}
            texts={describePager({ page, size: PAGE_SIZE, total: data.total })}
          />
        </>
      )}
    </div>
  );
}

function ExportButton({ filter }: { readonly filter: AuditFilter }) {
  const { mutate, isPending } = useAuditExport(filter);
  const start = (format: 'csv' | 'json') =>
    mutate(format, {
      onError: toastFailure('audit.export.failed'),
    });
  return (
    <LateMenu
      position="bottom-end"
      button={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          aria-busy={isPending}
        >
          {t('export')}
        </Button>
      }
    >
      <Menu.Item onClick={() => start('csv')}>{t('audit.export.csv')}</Menu.Item>
      <Menu.Item onClick={() => start('json')}>{t('audit.export.json')}</Menu.Item>
    </LateMenu>
  );
}
