import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type * as contract from '../../../contracts/import-jobs.ts';
import { endpoint, upload } from '../../api.ts';
import { createUploadId } from '../send-import.ts';
import { putJob, type Job } from './jobs.api.ts';

const uploadJob = endpoint<typeof contract.uploadJob>('POST', '/api/imports/upload');

/** Before this time an end time would be a guess, in milliseconds. */
const GUESS_MS = 2000;

interface Sent {
  /** From 0 to 1. */
  readonly share: number;
  /** Unix seconds; null: unknown. */
  readonly endsAt: number | null;
}

const nothing: Sent = { share: 0, endsAt: null };

/** Uploads a file and reports how far it is. The answer is a job that checks the file. */
export function useSending(onJob: (job: Job) => void) {
  const queries = useQueryClient();
  const [sent, setSent] = useState(nothing);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const sending = useMutation({
    mutationFn: (file: File) => {
      const { signal } = (stop.current = new AbortController());
      setSent(nothing);
      const begun = Date.now();
      const onProgress = (share: number) => setSent({ share, endsAt: findEnd(begun, share) });
      // An aborted request never answers.
      const aborted = new Promise<null>((resolve) => {
        signal.addEventListener('abort', () => resolve(null));
      });
      const options = { id: createUploadId(), onProgress, signal };
      return Promise.race([upload(uploadJob, { file }, options), aborted]);
    },
    onSuccess: (job) => {
      if (job === null) return;
      putJob(queries, job);
      onJob(job);
    },
  });
  return { ...sending, sent, cancel: () => stop.current?.abort() };
}

function findEnd(begun: number, share: number): number | null {
  const now = Date.now();
  const isGuess = share === 0 || now - begun < GUESS_MS;
  return isGuess ? null : (begun + (now - begun) / share) / 1000;
}
