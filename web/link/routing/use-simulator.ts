import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { Link } from '../../../contracts/links.ts';
import { locale } from '../../language.ts';
import { toInstant } from './typed-instant.ts';
import type { RuleDraft } from './rule-draft.ts';
import { useTry, type Tried, type TryReply, type TryRequest } from './simulator.api.ts';
import { findUserAgent, type VisitorName } from './visitors.ts';

/** In milliseconds. */
const DEBOUNCE = 250;

/** The visit that the simulator tries. */
export interface SimulatedVisit {
  readonly visitor: VisitorName;
  readonly pasted: string;
  readonly country: string;
  readonly language: string;
  /** As typed; `''` = now. */
  readonly at: string;
  readonly query: string;
  readonly isQr: boolean;
  readonly hasPassword: boolean;
}

const firstVisit: SimulatedVisit = {
  visitor: 'own',
  pasted: '',
  country: '',
  language: locale,
  at: '',
  query: '',
  isQr: false,
  hasPassword: false,
};

/** Tries visits of a saved link and reports which rule decides. */
export function useSimulator(
  link: Link,
  savedRules: readonly RuleDraft[],
  onTried: (tried: Tried | null) => void,
) {
  const [visit, setVisit] = useState(firstVisit);
  const [request] = useDebouncedValue(toRequest(link, visit), DEBOUNCE);
  const { data: reply = null, error } = useTry(request);
  const ruleId = findRuleId(reply, savedRules);
  const isLongUrl = reply?.why === 'long-url';
  useEffect(() => {
    onTried({ ruleId, isLongUrl });
    return () => onTried(null);
  }, [ruleId, isLongUrl, onTried]);
  return {
    visit,
    reply,
    error,
    change: (change: Partial<SimulatedVisit>) => setVisit((before) => ({ ...before, ...change })),
  };
}

function findRuleId(reply: TryReply | null, rules: readonly RuleDraft[]): string | null {
  return reply === null || reply.rule === null ? null : (rules[reply.rule]?.id ?? null);
}

function toRequest({ id }: Link, visit: SimulatedVisit): TryRequest {
  const at = toInstant(visit.at) ?? 0;
  return {
    id,
    user_agent: findUserAgent(visit.visitor, visit.pasted),
    language: visit.language,
    ...(visit.country !== '' && { country: visit.country }),
    ...(at !== 0 && { at }),
    query: visit.query.trim().replace(/^\?/, ''),
    is_qr: Number(visit.isQr),
    has_password: Number(visit.hasPassword),
  };
}
