import { Box, Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { confirm } from '../../form/confirm.tsx';
import { locale, t } from '../../language.ts';
import { saveCsv } from '../save-csv.ts';
import { toastFailure } from '../../toast.tsx';
import { describeRow } from '../describe-row.ts';
import { JobCounts, listKinds, nameKind } from './job-counts.tsx';
import { JobFacts } from './job-facts.tsx';
import { loadRows, useJobAction, type Job } from './jobs.api.ts';
import { once } from '../../ui/text/remember.ts';

const undoDates = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }));

interface JobReportProps {
  readonly job: Job;
  readonly onLeave: () => void;
}

/** What an import did, and its undo. */
export function JobReport({ job, onLeave }: JobReportProps) {
  return (
    <>
      <JobCounts job={job} />
      <JobFacts job={job} />
      <UndoNote job={job} />
      <Group gap="0.75rem">
        <Button onClick={onLeave}>{t('over.again')}</Button>
        <SaveReport job={job} />
        <UndoButton job={job} />
      </Group>
    </>
  );
}

function canUndo({ undoable_until: until }: Job): boolean {
  return until !== null && until > Date.now() / 1000;
}

export function UndoNote({ job }: { readonly job: Job }) {
  return (
    <Box component="p" className="muted" maw="42rem">
      {canUndo(job)
        ? t('over.undo.about', { date: undoDates().format(job.undoable_until! * 1000) })
        : t('over.undo.over')}
    </Box>
  );
}

export function UndoButton({ job }: { readonly job: Job }) {
  const { run, isPending } = useJobAction(job, 'undo');
  if (!canUndo(job)) return null;
  const undo = async () => {
    const isSure = await confirm({
      title: t('over.undo.title', { name: job.name }),
      content: <p>{t('over.undo.keeps')}</p>,
      yes: t('over.undo'),
      isDangerous: true,
    });
    if (isSure) run();
  };
  return (
    <Button variant="default" loading={isPending} onClick={() => void undo()}>
      {t('over.undo')}
    </Button>
  );
}

/** Saves the rows of all kinds as a file. */
export function SaveReport({ job }: { readonly job: Job }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      loadRows(
        job.id,
        listKinds(job).filter((kind) => job.counts[kind] > 0),
      ),
  });
  const save = () =>
    mutate(undefined, {
      onSuccess: (rows) => saveCsv('brisk-import.csv', toTable(job, rows)),
      onError: toastFailure('over.report.failed'),
    });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={isPending}
      onClick={save}
    >
      {t('over.report.save')}
    </Button>
  );
}

function toTable(job: Job, rows: Awaited<ReturnType<typeof loadRows>>) {
  const headers = [
    t('over.report.kind'),
    t('migration.row'),
    t('links.code'),
    t('links.long'),
    t('over.row.reason'),
    t('over.row.field'),
    t('over.row.former'),
    t('over.row.present'),
  ];
  const lines = rows.map(({ kind, row }) => [
    nameKind(kind, job),
    String(row.row),
    row.short_url,
    row.long_url,
    row.key === null ? '' : describeRow(row.key),
    row.field,
    row.former,
    row.present,
  ]);
  return [headers, ...lines];
}
