import { getOwnData } from '../../contracts/export.ts';
import { whileSameStanding } from '../access/reach.ts';
import { actorOf } from '../audit/actor.ts';
import { readRows } from '../audit/audit.routes.ts';
import { recordSaved } from '../audit/record.ts';
import type { Engine } from '../engine/engine.ts';
import { signedIn } from '../http/caller.ts';
import { endpoint, sendFile, type Call, type Endpoint } from '../http/endpoint.ts';
import { selectListedIds } from '../links/lists/listed-ids.ts';
import { PAGE_LINKS, writeLinks } from './export.ts';
import { RunningExports } from './running-exports.ts';

interface OwnDataOptions {
  readonly engine: Engine;
  readonly baseUrl: URL | null;
  /** The account with its logins and tokens, without secrets. */
  readonly describeOwn: (call: Call) => Promise<object>;
  readonly onError: (error: unknown) => void;
}

/** All that the site knows of the caller's account, as one JSON file. */
export function ownDataRoutes(options: OwnDataOptions): Endpoint[] {
  const running = new RunningExports();
  return [
    endpoint(getOwnData, async (_, call) => {
      const body = await running.open(async () => {
        await recordSaved(options.engine, actorOf(call), 'account.exported', options.onError);
        return writeOwnData(options, call, await options.describeOwn(call));
      });
      const day = new Date().toISOString().slice(0, 10);
      return sendFile(`brisk-account-${day}.json`, 'application/json; charset=utf-8', body);
    }),
  ];
}

async function* writeOwnData(
  { engine, baseUrl }: OwnDataOptions,
  call: Call,
  described: object,
): AsyncGenerator<Uint8Array> {
  const { account } = signedIn(call.caller);
  const reach = { owner: account };
  yield Buffer.from(`${JSON.stringify(described).slice(0, -1)},"audit":[`);
  let separator = '\n';
  for await (const row of readRows(engine, { actor: account })) {
    yield Buffer.from(separator + JSON.stringify(row));
    separator = ',\n';
  }
  yield Buffer.from('\n],"links":');
  const all = { ids: null, where: {}, domains: [], order: 'asc', size: PAGE_LINKS } as const;
  const ids = whileSameStanding(call, selectListedIds(engine, reach, all));
  const source = {
    engine,
    reach,
    addressReach: reach,
    hasOwners: false,
    site: baseUrl ?? call.site,
  };
  yield* writeLinks({ ...source, ids }, 'json');
  yield Buffer.from('}\n');
}
