import { nowSeconds } from '../../engine/now.ts';
import { readQuery, readQueryForRefusal, type Fields } from '../../http/body/body.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { Face, Refused } from '../../http/face.ts';
import { explainRefusal } from '../protocol.ts';
import { listActions, type ActionsOptions } from './actions.ts';
import { failed, writeAnswer, type Answer } from './formats.ts';
import * as routes from './routes.ts';
import { readSignature, toText } from './signature.ts';

interface YourlsOptions extends ActionsOptions {
  readonly isOn: () => boolean;
  readonly findToken: (
    matches: (token: string) => boolean,
    address: string,
  ) => Promise<string | null>;
  readonly allowsOldHashes: () => boolean;
  readonly warn: (text: string) => void;
}

const DAY_SECONDS = 86_400;
const OLD_HASH_WARNING =
  'A call signed a time with MD5 or SHA-1, as clients of YOURLS do; see docs/compat/yourls.md';

/** For clients of YOURLS, when only their address is changed. */
export function yourlsFace(options: YourlsOptions): Face {
  const actions = listActions(options);
  const unknown = endpoint(routes.unknownAction, () =>
    Promise.resolve(
      failed(400, { errorCode: '400', message: 'Unknown or missing "action" parameter' }),
    ),
  );
  const sorted = new WeakMap<Request, Fields>();
  let warnedOn = 0;
  const warnDaily = () => {
    const day = Math.floor(nowSeconds() / DAY_SECONDS);
    if (day === warnedOn) return;
    warnedOn = day;
    options.warn(OLD_HASH_WARNING);
  };
  return {
    prefixes: [routes.PATH],
    endpoints: [...actions.values(), unknown],
    headers: { 'Cache-Control': 'no-store' },
    isOn: options.isOn,
    limitsWrongTokens: true,
    readBeside: readQuery,
    sort(request, fields) {
      sorted.set(request, fields);
      return actions.get(fields['action']) ?? unknown;
    },
    readToken: async (_, readFields, address) =>
      readSignature(await readFields(), {
        findToken: (matches) => options.findToken(matches, address),
        allowsOldHashes: options.allowsOldHashes(),
        onOldHash: warnDaily,
      }),
    writeResult: (answer, _, request) => writeAnswer(answer as Answer, sorted.get(request) ?? {}),
    writeRefusal(refused) {
      const fields = sorted.get(refused.request) ?? readQueryForRefusal(refused.request);
      return writeAnswer(explain(refused, fields), fields);
    },
  };
}

/** Why a call has no result, as YOURLS says it. */
function explain({ error }: Refused, fields: Fields): Answer {
  const { code, key, issues, problem, reason, place } = explainRefusal(error);
  const action = fields['action'];
  if (code === 401) return refuseToken(fields);
  if (code === 429) return failWith(429, 'error:flood', 'Too many calls. Try again later');
  if (code >= 500 || problem === 'links.codes-exhausted') {
    const status = code === 503 ? 503 : 500;
    const name = status === 503 ? 'error:concurrency' : 'error:db';
    return { ...failWith(status, name, key), simple: '' };
  }
  if (problem === 'links.unknown') return describeUnknown(fields);
  if (code === 403) return failed(403, { errorCode: '403', message: reason });
  if (action !== 'shorturl') {
    return failed(code, { errorCode: String(code), message: place + reason });
  }
  return { ...refuseLink(problem, issues[0]?.field, fields), simple: '' };
}

function refuseToken({ username, password }: Fields): Answer {
  const isLogin = username !== undefined || password !== undefined;
  const message = isLogin ? 'Invalid username or password' : 'Please log in';
  return failed(403, { message, errorCode: '403', callback: '' });
}

function describeUnknown({ action, shorturl }: Fields): Answer {
  if (action === 'delete') return failed(404, { statusCode: 404, message: 'error: not found' });
  const message = 'Error: short URL not found';
  if (action === 'url-stats') return failed(404, { statusCode: '404', message });
  const keyword = toText(shorturl);
  return { ...failed(404, { keyword, message, errorCode: '404' }), simple: 'not found' };
}

const codeProblems: ReadonlySet<string> = new Set([
  'links.bad-code',
  'links.reserved-code',
  'links.code-taken',
]);

function refuseLink(problem: string | null, field: string | undefined, fields: Fields): Answer {
  if (problem === 'links.own-host') {
    return failWith(400, 'error:noloop', 'URL is a short URL');
  }
  if (field === 'keyword' || (problem !== null && codeProblems.has(problem))) {
    const keyword = toText(fields['keyword']);
    const message = `Short URL ${keyword} already exists in database or is reserved`;
    return failWith(400, 'error:keyword', message);
  }
  return failWith(400, 'error:nourl', 'Missing or malformed URL');
}

function failWith(status: number, code: string, message: string): Answer {
  const statusCode = String(status);
  return failed(status, { status: 'fail', code, message, errorCode: statusCode, statusCode });
}
