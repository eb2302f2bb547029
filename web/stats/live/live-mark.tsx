import { t, toCounted } from '../../language.ts';
import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { watchClicks } from './live.ts';
import { reportsKey, siteListsKey } from '../stats.api.ts';

/** Shows that the figures are live, and how many people came in the last minutes. */
export function LiveMark({ code }: { readonly code: string | null }) {
  const { isOn, people, arrivalCount } = useLive(code);
  if (!isOn) return null;
  return (
    <span className="stats-live note" title={t('stats.live.about')}>
      <span
        key={arrivalCount}
        className="stats-live-dot"
        data-beat={arrivalCount > 0 || undefined}
        aria-hidden
      />
      {people === 0 ? t('stats.live') : t('stats.live.people', toCounted(people))}
    </span>
  );
}

/** Arrivals count as recent for this time, in milliseconds. */
const RECENT_MS = 5 * 60_000;
/** The interval for dropping old arrivals, in milliseconds. */
const EXPIRY_CHECK_MS = 15_000;
/** The least time between two requests for the report, in milliseconds. */
const REPORT_MS = 1000;
/** The least time between two requests for the site lists. With very many links, they are slow. */
const LISTS_MS = 10_000;

interface Arrival {
  readonly at: number;
  readonly people: number;
}

interface Live {
  readonly isOn: boolean;
  /** The people of the last five minutes, while the page was open. */
  readonly people: number;
  /** Increases with each arrival. */
  readonly arrivalCount: number;
}

/** Keeps the figures of a link up to date; with a null code, those of the whole site. */
function useLive(code: string | null): Live {
  const isVisible = useDocumentVisibility() !== 'hidden';
  const [isOn, setIsOn] = useState(false);
  const [arrivalCount, setBeat] = useState(0);
  const [arrivals, setArrivals] = useState<readonly Arrival[]>([]);
  const refetchReports = useThrottledRefetch(reportsKey, REPORT_MS);
  const refetchLists = useThrottledRefetch(siteListsKey, LISTS_MS);
  const refetchAll = () => {
    refetchReports();
    refetchLists();
  };

  const queries = useQueryClient();
  const hasBeenOn = useRef(false);
  const onConnect = useEffectEvent(() => {
    setIsOn(true);
    // Fetch the clicks from the time without a connection. A first report on its way has them.
    if (hasBeenOn.current) refetchAll();
    else if (queries.isFetching({ queryKey: reportsKey }) === 0) refetchReports();
    hasBeenOn.current = true;
  });
  const addArrival = useEffectEvent((people: number) => {
    setArrivals((former) => [...former, { at: Date.now(), people }].filter(isRecent));
    setBeat((former) => former + 1);
    refetchAll();
  });
  useEffect(() => {
    if (!isVisible) return undefined;
    const stop = watchClicks({
      code,
      onOpen: () => onConnect(),
      onLost: () => setIsOn(false),
      onClicks: ({ person, scan }) => addArrival(person + scan),
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

  return { isOn, arrivalCount, people: arrivals.reduce((sum, { people }) => sum + people, 0) };
}

function isRecent({ at }: Arrival): boolean {
  return at > Date.now() - RECENT_MS;
}

/** Returns a function that refetches all queries under a key, at most once per interval. */
function useThrottledRefetch(queryKey: QueryKey, intervalMs: number): () => void {
  const queries = useQueryClient();
  const isBusy = useRef(false);
  const isRequested = useRef(false);
  const refetch = async () => {
    isBusy.current = true;
    while (isRequested.current) {
      // A first answer on its way cannot be asked for again, and may lack the newest clicks.
      isRequested.current =
        queries.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0;
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
