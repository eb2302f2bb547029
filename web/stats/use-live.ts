import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { watchClicks } from './live.ts';
import { reportsKey, siteListsKey } from './stats.api.ts';

/** How long people count as having come just now, in milliseconds. */
const RECENT_MS = 5 * 60_000;
/** How often it is looked whether they still do, in milliseconds. */
const EXPIRY_CHECK_MS = 15_000;
/** The least time between two reports that are asked for, in milliseconds. */
const REPORT_MS = 1000;
/** The same of lists of the site: on one with very many links they take long. */
const LISTS_MS = 10_000;

interface Arrival {
  readonly at: number;
  readonly people: number;
}

interface Live {
  readonly isOn: boolean;
  /** How many people came in the last five minutes, since the page is open. */
  readonly people: number;
  /** Rises with each arrival. */
  readonly beat: number;
}

/** Keeps the figures of a link up to date, or without a code those of the whole site. */
export function useLive(code: string | null): Live {
  const isVisible = useDocumentVisibility() !== 'hidden';
  const [isOn, setIsOn] = useState(false);
  const [beat, setBeat] = useState(0);
  const [arrivals, setArrivals] = useState<readonly Arrival[]>([]);
  const refetchReports = useThrottledRefetch(reportsKey, REPORT_MS);
  const refetchLists = useThrottledRefetch(siteListsKey, LISTS_MS);
  const refetchAll = () => {
    refetchReports();
    refetchLists();
  };

  const hasBeenOn = useRef(false);
  const open = useEffectEvent(() => {
    setIsOn(true);
    // What came while nobody listened.
    if (hasBeenOn.current) refetchAll();
    hasBeenOn.current = true;
  });
  const note = useEffectEvent((people: number) => {
    setArrivals((former) => [...former, { at: Date.now(), people }].filter(isRecent));
    setBeat((former) => former + 1);
    refetchAll();
  });
  useEffect(() => {
    if (!isVisible) return undefined;
    const stop = watchClicks({
      code,
      onOpen: () => open(),
      onLost: () => setIsOn(false),
      onClicks: ({ person, scan }) => note(person + scan),
    });
    return () => {
      stop();
      setIsOn(false);
    };
  }, [code, isVisible]);

  const hasRecentArrivals = arrivals.length > 0;
  useEffect(() => {
    if (!hasRecentArrivals) return undefined;
    const timer = setInterval(
      () => setArrivals((former) => former.filter(isRecent)),
      EXPIRY_CHECK_MS,
    );
    return () => clearInterval(timer);
  }, [hasRecentArrivals]);

  return { isOn, beat, people: arrivals.reduce((sum, { people }) => sum + people, 0) };
}

function isRecent({ at }: Arrival): boolean {
  return at > Date.now() - RECENT_MS;
}

/** Gives what asks again for all under a key: at once, but once in so many milliseconds at most. */
function useThrottledRefetch(queryKey: QueryKey, intervalMs: number): () => void {
  const queries = useQueryClient();
  const isBusy = useRef(false);
  const isRequested = useRef(false);
  const refetch = async () => {
    isBusy.current = true;
    while (isRequested.current) {
      isRequested.current = false;
      await queries.invalidateQueries({ queryKey });
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
    isBusy.current = false;
  };
  return () => {
    isRequested.current = true;
    if (!isBusy.current) void refetch();
  };
}
