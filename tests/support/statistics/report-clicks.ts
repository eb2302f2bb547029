import { dimensions, type Dimension } from '../../../contracts/stats/stats.constants.ts';
import {
  readNamedSource,
  readReferrerSource,
} from '../../../server/stats/classify/sources/source.ts';
import type { AgentRules } from '../../../server/stats/classify/agents/agent.ts';
import type { RecordedVisit } from '../../../server/stats/ingest/visit-reader.ts';
import type { SampleClick } from './report-cases.ts';
import type { ModelClick } from './report-model.ts';

const DAY = 86_400;
const QUARTER = 900;

const agentClasses = ['person', 'person', 'preview', 'bot'] as const;
/** Parses user agents that end with a number. */
export const rules: AgentRules = {
  version: 1,
  read(text) {
    const agent = Number(text.slice(-1));
    return {
      class: agentClasses[agent]!,
      browser: `Browser ${agent}`,
      system: agent === 0 ? '' : 'Linux',
      device: agent < 2 ? 'desktop' : '',
    };
  },
};
const cities: Readonly<Record<string, { country: string; city: string }>> = {
  '203.0.1': { country: 'DE', city: 'Berlin' },
  '203.0.2': { country: 'CN', city: '' },
  '203.0.3': { country: '', city: '' },
};
/** Locates addresses in invented cities. */
export const places = {
  find: (address: string) => cities[address] ?? { country: '', city: '' },
  revision: () => 0,
};

/** A click of a person, at the first second of a day, from which tests make others. */
export const plainClick: SampleClick = {
  linkId: 1,
  day: 20_000,
  quarter: 0,
  agent: 0,
  address: '203.0.1',
  path: '',
  source: '',
  language: '',
  target: '',
  domain: '',
  isScan: false,
  isNameless: false,
};

/** A click as the journal has it. */
export function toVisit(click: SampleClick): RecordedVisit {
  const query = [click.source && `utm_source=${click.source}`, click.isScan && 'qr'];
  return {
    linkId: click.linkId,
    time: (click.day * DAY + click.quarter * QUARTER + 7) * 1000,
    asksNotToBeTracked: click.isNameless,
    address: click.address,
    referrer: click.path,
    userAgent: `agent ${click.agent}`,
    language: click.language,
    query: query.filter(Boolean).join('&'),
    country: '',
    target: click.target,
    domain: click.domain,
  };
}

/** The same click for the model, with the number of earlier seals of its day. */
export function toModel(click: SampleClick, epoch: number): ModelClick {
  const { linkId, agent, address, isNameless, isScan } = click;
  const agentClass = agentClasses[agent]!;
  const unknown = Object.fromEntries(dimensions.map((dimension) => [dimension, '']));
  const nothing = { ...unknown, domain: click.domain };
  const { browser, system, device } = rules.read(`agent ${agent}`);
  const known = {
    browser,
    system,
    device,
    language: click.language,
    utm_source: click.source,
    target: click.target,
    ...places.find(address),
    referrer: click.path === '' ? '' : new URL(click.path).host,
    page: click.path.replace(/^https:\/\/([^/]+\/$)?/, ''),
  };
  const named: Record<string, string> = { ...nothing, ...known };
  const { referrer, utm_source, browser: program, language, country } = named;
  const isKnown = [program, system, language, country, referrer, utm_source].some(Boolean);
  const { source, channel } =
    utm_source === '' ? readReferrerSource(referrer!) : readNamedSource(utm_source!);
  const origin = { source, channel: channel || (source === '' ? 'direct' : 'other') };
  const values = isNameless ? nothing : { ...named, ...(isKnown && origin) };
  return {
    linkId,
    time: click.day * DAY + click.quarter * QUARTER,
    class: agentClass === 'person' && isScan ? 'scan' : agentClass,
    values: values as Record<Dimension, string>,
    visitor: isNameless || address === '' ? null : `${address} ${agent}`,
    epoch,
  };
}
