import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { getToken } from '../../contracts/account.ts';
import { ApiError, call, endpoint } from '../api.ts';
import { siteInfoQuery } from '../site-info.ts';
import { storeFirstSteps, readFirstSteps, type StepName } from './first-steps-memory.ts';

export interface FirstStep {
  readonly name: StepName;
  readonly isOptional: boolean;
  /** Done, or checked by the administrator. */
  readonly isDone: boolean;
  /** True: the state of the site shows that the step is done. */
  readonly isDoneBySite: boolean;
}

const getTokenEndpoint = endpoint<typeof getToken>('GET', '/api/user/get_token');

async function hasToken(): Promise<boolean> {
  try {
    await call(getTokenEndpoint, {});
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 404) return false;
    throw error;
  }
}

/** The first steps of a site with that many links; null while unknown. A site in use has none. */
export function useFirstSteps(links: number | undefined) {
  const [memory, setMemory] = useState(readFirstSteps);
  const isOver = memory?.isOver ?? false;
  const site = useQuery({ ...siteInfoQuery, enabled: !isOver });
  const token = useQuery({
    queryKey: ['has-api-token'],
    queryFn: hasToken,
    enabled: !isOver,
  });
  // The placeholder for an unnamed site has no keywords.
  const isNamed = site.data !== undefined && 'keywords' in site.data;
  const isKnown = site.data !== undefined && token.data !== undefined && links !== undefined;

  const end = useCallback(() => setMemory({ ticked: [], isOver: true }), []);
  if (isKnown && memory === null) setMemory({ ticked: [], isOver: isNamed && links > 0 });
  useEffect(() => {
    if (memory !== null) storeFirstSteps(memory);
  }, [memory]);

  const ticked = memory?.ticked ?? [];
  const step = (name: StepName, isDoneBySite: boolean, isOptional = false): FirstStep => ({
    name,
    isOptional,
    isDoneBySite,
    isDone: isDoneBySite || ticked.includes(name),
  });
  return {
    steps: isKnown
      ? [
          step('name', isNamed),
          step('link', links > 0),
          step('migrate', false, true),
          step('token', token.data, true),
        ]
      : null,
    isOver,
    end,
    tick: (name: StepName, isOn: boolean) => {
      const others = ticked.filter((other) => other !== name);
      setMemory({ ticked: isOn ? [...others, name] : others, isOver: false });
    },
  };
}
