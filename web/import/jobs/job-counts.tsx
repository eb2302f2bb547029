import { Box, Group } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { locale, t } from '../../language.ts';
import { formatNumber } from '../../ui/text/format-number.ts';
import { jobRowKinds, type JobRowKind } from '../../../contracts/import.constants.ts';
import { JobRows } from './job-rows.tsx';
import type { Job } from './jobs.api.ts';

/** Only an undo keeps links. */
export function listKinds({ state }: Job): readonly JobRowKind[] {
  return state === 'undone' ? ['kept'] : jobRowKinds.filter((kind) => kind !== 'kept');
}

/** What a kind is called: the links of a check are new, those of an import are imported. */
function findName(kind: JobRowKind, { started_at: startedAt, options }: Job) {
  if (kind === 'new' && startedAt !== null) return 'imported';
  return kind === 'taken' && options.taken === 'replace' ? 'replaced' : kind;
}

export function nameKind(kind: JobRowKind, job: Job): string {
  return t(`over.count.${findName(kind, job)}`);
}

const tones: Partial<Record<JobRowKind, string>> = {
  new: 'good',
  refused: 'bad',
  taken: 'warning',
  cut: 'warning',
};

/** The numbers of rows, each of which opens its rows. */
export function JobCounts({ job }: { readonly job: Job }) {
  const [open, setOpen] = useState<JobRowKind | null>(null);
  const id = useId();
  const { counts } = job;
  return (
    <div>
      <Group component="ul" gap="0.5rem" align="stretch">
        {listKinds(job).map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className="over-count plain-button"
              aria-expanded={kind === open}
              aria-controls={id}
              disabled={counts[kind] === 0}
              onClick={() => setOpen(kind === open ? null : kind)}
            >
              <Box
                component="span"
                className="mono"
                fz="1.5rem"
                lh={1.2}
                data-tone={counts[kind] > 0 ? tones[kind] : undefined}
              >
                {formatNumber(counts[kind], locale)}
              </Box>
              <Group component="span" gap="0.25rem" wrap="nowrap" fz="xs">
                {nameKind(kind, job)}
                {counts[kind] > 0 && <IconChevronDown size={14} aria-hidden />}
              </Group>
            </button>
          </li>
        ))}
      </Group>
      <div id={id}>
        {open !== null && (
          <Box component="section" mt="1rem" aria-label={nameKind(open, job)}>
            <p className="muted">{t(`over.about.${findName(open, job)}`)}</p>
            <JobRows key={`${open} ${job.state}`} job={job} kind={open} />
          </Box>
        )}
      </div>
    </div>
  );
}
