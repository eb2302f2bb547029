import type { createLinks } from '../../contracts/links/create-many.ts';
import { joinCode } from '../../contracts/links/domain-code.ts';
import { createLink as createRoute } from '../../contracts/links/links.ts';
import { uniqueTags } from '../../contracts/links/tag-names.ts';
import { tagNames } from '../../contracts/links/tags.ts';
import type { CheckedRequestOf, ReplyOf } from '../../contracts/route.ts';
import { authorityOf } from '../access/reach.ts';
import type { NoteChange, Write } from '../engine/engine.ts';
import { nowSeconds } from '../engine/now.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { toFields } from '../http/body/body.ts';
import type { Call } from '../http/endpoint.ts';
import { describeRefusal, InvalidRequest, parseWith } from '../http/invalid-request.ts';
import { Problem } from '../http/problem.ts';
import { readRequest } from '../http/read-request.ts';
import {
  isPermanent,
  mayRead,
  readWanted,
  showCreations,
  type Outcome,
  type LinkCall,
  type ShownCreation,
  type WantedLink,
} from './create-link.ts';
import { LinkRules, type LinkRulesOptions } from './link-rules.ts';
import type { ShowOptions } from './show-links.ts';
import { storeLinks } from './store-links.ts';

export type ManyCall = LinkCall & Pick<Call, 'timeZone'>;
type Reply = ReplyOf<typeof createLinks>;
type Result = Omit<Reply['results'][number], 'index'>;
type Failure = InvalidRequest | Problem;

/** Links of one transaction: other writers and, on SQLite, redirects wait for it. */
const BATCH_LINKS = 100;
/** Links that are checked at a stretch. */
const CHECKED_LINKS = 25;

interface ManyOptions extends ShowOptions, LinkRulesOptions {
  readonly onCreated: (outcomes: readonly Outcome[]) => void;
}

interface WantedRow extends WantedLink {
  readonly ignored: readonly string[];
}

export interface HowMany {
  /** Whether a link that cannot be created ends the run, and takes those of its transaction back. */
  readonly isWhole?: boolean;
}

interface Run {
  readonly options: ManyOptions;
  readonly rules: LinkRules;
  readonly request: CheckedRequestOf<typeof createLinks>;
  readonly call: ManyCall;
  readonly isWhole: boolean;
  /** Unix seconds. */
  readonly now: number;
  /** The codes that earlier links chose. */
  readonly codes: Set<string>;
  /** In a dry run: where the links that it would make always lead, by domain. */
  readonly wouldExist: Set<string>;
}

/** Creates links in transactions of a hundred, or says what it would do. After an error, created links stay. */
export async function createMany(
  options: ManyOptions,
  request: Run['request'],
  call: ManyCall,
  { isWhole = false }: HowMany = {},
): Promise<Reply> {
  const { links, dry_run: isDry } = request;
  const rules = new LinkRules(
    isDry ? { ...options, hashPassword: () => Promise.resolve('not hashed') } : options,
  );
  const now = nowSeconds();
  const made = { codes: new Set<string>(), wouldExist: new Set<string>() };
  const run: Run = { options, rules, request, call, isWhole, now, ...made };
  const results: Result[] = [];
  for (let first = 0; first < links.length; first += BATCH_LINKS) {
    const batch = await readBatch(links.slice(first, first + BATCH_LINKS), run);
    results.push(...(await storeBatch(batch, run)));
    if (isWhole && results.some(({ state }) => state === 'failed')) break;
    await yieldToRequests();
  }
  const count = (wanted: Result['state']) => results.filter(({ state }) => state === wanted).length;
  return {
    created: count('created'),
    existing: count('existing'),
    failed: count('failed'),
    results: results.map((result, index) => Object.assign({ index }, result)),
  };
}

async function readBatch(rows: readonly unknown[], run: Run): Promise<(WantedRow | Failure)[]> {
  const batch: (WantedRow | Failure)[] = [];
  for (const row of rows) {
    batch.push(await readRow(row, run).catch(toFailure));
    if (batch.length % CHECKED_LINKS === 0) await yieldToRequests();
  }
  return batch;
}

async function readRow(
  row: unknown,
  { rules, request, call, now, codes }: Run,
): Promise<WantedRow> {
  const { tags: shared = [], domain } = request;
  const fields = { domain, ...toFields(row, 'A link') };
  const { request: own, ignored } = readRequest(createRoute, fields, call, {
    isUrlencoded: false,
    queryNames: [],
  });
  const tags = parseWith(tagNames, uniqueTags([...(own.tags ?? []), ...shared]), 'tags');
  const wanted = await readWanted(rules, { ...own, tags }, call, now);
  if (wanted.code !== null && codes.has(wanted.code)) {
    const reason = 'An earlier link of the request has this code';
    throw new Problem('links.code-taken', { field: 'short_url', reason });
  }
  if (wanted.code !== null) codes.add(wanted.code);
  return { ...wanted, ignored };
}

/** Takes back what a run did. */
class TakenBack extends Error {
  readonly outcomes: readonly Outcome[];

  constructor(outcomes: readonly Outcome[]) {
    super('a run that is taken back');
    this.outcomes = outcomes;
  }
}

async function storeBatch(batch: readonly (WantedRow | Failure)[], run: Run): Promise<Result[]> {
  const { options, rules, request, call, isWhole, now } = run;
  const { engine } = options;
  const creator = {
    authority: authorityOf(call),
    mayRead: mayRead(call.caller),
    ownHostnames: rules.ownHostnames(call.hostname),
    now,
  };
  const wanted = batch.filter((row) => 'link' in row);
  const store = async (tx: Write, changed: NoteChange): Promise<readonly Outcome[]> => {
    const outcomes = await storeLinks({ tx, changed, dialect: engine.sql, ...creator }, wanted);
    const isFailed = isWhole && (wanted.length < batch.length || outcomes.some(isFailure));
    if (request.dry_run || isFailed) throw new TakenBack(outcomes);
    return outcomes;
  };
  let isKept = true;
  const outcomes = await engine.write(store).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
    isKept = false;
    return error.outcomes;
  });
  if (isKept) options.onCreated(outcomes);
  const shown = await showCreations(options, outcomes, call);
  const stored = wanted.map((row, at) => toResult(row, shown[at]!, run)).values();
  return batch.map((row) => (isFailure(row) ? toFailed(row) : stored.next().value!));
}

function toResult(wanted: WantedRow, shown: ShownCreation | Problem, run: Run): Result {
  if (shown instanceof Problem) return toFailed(shown);
  const { row, origin, link } = shown;
  const { wouldExist, request } = run;
  const wouldExistBefore =
    wanted.code === null &&
    isPermanent(wanted.link) &&
    wouldExist.has(joinCode(wanted.domain, row.long_url));
  const isMade = origin === 'new' || origin === 'restored';
  if (request.dry_run && isMade && isPermanent(row))
    wouldExist.add(joinCode(link.domain, row.long_url));
  const state = origin === 'new' && !wouldExistBefore ? 'created' : 'existing';
  // A dry run has made no link that it could show.
  if (request.dry_run && (origin === 'new' || wouldExistBefore)) return { state };
  const { ignored } = wanted;
  return { state, link: { ...link, ...(ignored.length > 0 && { ignored: [...ignored] }) } };
}

function toFailed(failure: Failure): Result {
  const { key, issues } = describeRefusal(failure);
  return { state: 'failed', key, issues: [...issues] };
}

function toFailure(error: unknown): Failure {
  if (isFailure(error)) return error;
  throw error;
}

function isFailure(value: unknown): value is Failure {
  return value instanceof InvalidRequest || value instanceof Problem;
}
