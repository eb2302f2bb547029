import { Box } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../language.ts';
import { FailureLine } from '../failure-line.tsx';
import { JobFile } from './job-file.tsx';
import { JobList } from './job-list.tsx';
import { JobView } from './job-view.tsx';
import { forgetLinks, isAtWork, useFollowedJob, useJobs, type Job } from './jobs.api.ts';
import './jobs.css';
import { useSending } from './send-file.ts';
import { SourceTiles } from './source-tiles.tsx';
import { SourceWay } from './source-way.tsx';
import type { SourceName } from './sources.ts';
import { useOpenJob } from './use-open-job.ts';

/** Brings links over from another product: where from, the file, the dry run, the import, undo. */
export function ComingOver() {
  const [source, setSource] = useState<SourceName | null>(null);
  const { data: jobs = [], error, refetch } = useJobs();
  const { open, isChosen, choose } = useOpenJob(jobs);
  const lost = useFollowedJob(open) ?? error;
  const heading = useRef<HTMLHeadingElement>(null);
  const sending = useSending((job) => choose(job.id));
  useForgottenLinks(jobs);
  const leave = () => {
    choose(null);
    sending.reset();
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="over">
      <h2 ref={heading} tabIndex={-1} id="over" className="section-title">
        {t('over.title')}
      </h2>
      <Box component="p" c="dimmed" maw="42rem" mt="0.375rem">
        {t('over.about')}
      </Box>
      {open === null ? (
        <>
          <SourceTiles source={source} onChange={setSource} />
          {source !== null && (
            <Box mt="1.5rem">
              <SourceWay source={source} />
              <JobFile sending={sending} />
            </Box>
          )}
        </>
      ) : (
        <JobView job={open} isOffline={lost !== null} isChosen={isChosen} onLeave={leave} />
      )}
      {error !== null && jobs.length === 0 && (
        <FailureLine error={error} sentence="over.jobs.failed" onRetry={() => void refetch()} />
      )}
      <JobList jobs={jobs.filter(({ id }) => id !== open?.id)} onOpen={choose} />
    </section>
  );
}

/** After a job has ended, other pages ask for their links again. */
function useForgottenLinks(jobs: readonly Job[]) {
  const queries = useQueryClient();
  const working = jobs.filter(isAtWork).length;
  const before = useRef(working);
  useEffect(() => {
    if (working < before.current) forgetLinks(queries);
    before.current = working;
  }, [working, queries]);
}
