import * as account from '../../contracts/account.ts';
import * as backups from '../../contracts/backup.ts';
import * as bin from '../../contracts/links/bin.ts';
import * as many from '../../contracts/links/create-many.ts';
import * as bulk from '../../contracts/links/bulk.ts';
import * as domains from '../../contracts/domains.ts';
import * as exports from '../../contracts/export.ts';
import * as history from '../../contracts/links/history.ts';
import * as imports from '../../contracts/import.ts';
import * as jobs from '../../contracts/import-jobs.ts';
import * as links from '../../contracts/links/links.ts';
import type { OpenApi, Operation, Parameter, Schema } from '../../contracts/openapi.ts';
import { BODY_MAX, type Route } from '../../contracts/route.ts';
import * as audit from '../../contracts/people/audit.ts';
import * as factors from '../../contracts/people/factors.ts';
import * as people from '../../contracts/people/people.ts';
import * as sessions from '../../contracts/people/sessions.ts';
import * as sso from '../../contracts/people/sso.ts';
import * as tokens from '../../contracts/people/tokens.ts';
import * as qr from '../../contracts/links/qr.ts';
import * as simulator from '../../contracts/links/simulator.ts';
import * as site from '../../contracts/site.ts';
import * as stats from '../../contracts/stats/stats.ts';
import * as status from '../../contracts/status.ts';
import * as tags from '../../contracts/links/tags.ts';
import * as views from '../../contracts/links/views.ts';
import { getFieldsMax } from '../http/body/body.ts';
import { failures, failureSchemas } from './failures.ts';
import { Schemas } from './schemas.ts';

/** In the order in which people look for calls. */
const contracts = [
  {
    tag: 'links',
    about: 'Create, find, update and delete links',
    routes: {
      ...links,
      ...many,
      ...bin,
      ...bulk,
      ...history,
      ...simulator,
      ...qr,
      ...tags,
      ...views,
    },
  },
  { tag: 'stats', about: 'Click statistics', routes: stats },
  { tag: 'domains', about: 'Further domains, with codes of their own', routes: domains },
  { tag: 'export', about: 'Export all links', routes: exports },
  { tag: 'import', about: 'Import links from another shortener', routes: { ...imports, ...jobs } },
  { tag: 'backup', about: 'Back up the whole site', routes: backups },
  { tag: 'site', about: 'The site’s title and description, and its settings', routes: site },
  { tag: 'account', about: 'Set-up, login, password and API token', routes: account },
  {
    tag: 'people',
    about: 'People, their logins and their tokens',
    routes: { ...people, ...sessions, ...tokens, ...factors, ...sso },
  },
  { tag: 'audit', about: 'Who did what', routes: audit },
  { tag: 'status', about: 'Status of the server', routes: status },
] as const;

/** These calls come first in their tag; the others follow by name. */
const first = `
  createLink createLinks listLinks searchLinks getLink updateLink deleteLink deleteLinks
  listDeleted restoreLinks purgeDeleted emptyBin fetchUrlMetadata editLinks undoBulk listBulks
  getHistory revertLink tryLink getQr listTags setTag renameTag deleteTag listViews setView
  deleteView listDomains addDomain setDomain checkDomain deleteDomain askDomain getReport
  exportReport getLive getTopLinks init login checkLogin logout getAppInfo
`
  .trim()
  .split(/\s+/);

const encodings = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
] as const;

const login = { loginToken: [] } as const;
const apiToken = { apiToken: [] } as const;

function describeSecurity(route: Route): Operation['security'] {
  if (route.needs === undefined) return [];
  const tokens = route.scope === null ? [login] : [apiToken, login];
  return route.access === 'guest' ? [...tokens, {}] : tokens;
}

/** What the caller's role must allow, and what an API token must have besides. */
function describeNeeds({ needs, scope }: Route): Pick<Operation, 'x-right' | 'x-scope'> {
  const isScope = scope !== undefined && scope !== null && scope !== 'any';
  return {
    ...(needs !== undefined && { 'x-right': needs }),
    ...(isScope && { 'x-scope': scope }),
  };
}

/** Calls with the answer 429, beside those of guests. */
const throttled: ReadonlySet<string> = new Set(['login', 'changePassword', 'setAccount']);

export function describeApi(version: string): OpenApi {
  const schemas = new Schemas();
  const paths: Record<string, Partial<Record<'get' | 'post', Operation>>> = {};
  for (const { tag, routes } of contracts) {
    for (const [name, route] of readRoutes(routes)) {
      const operations = route.methods.map((method) => {
        const operationId = method === route.methods[0] ? name : `${name}By${method}`;
        return [
          method.toLowerCase(),
          describeCall(schemas, { ...route, methods: [method] }, tag, operationId),
        ] as const;
      });
      paths[route.path] = Object.fromEntries(operations);
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Brisk',
      version,
      description: [
        'Every response is an envelope. `code` 200 is success; any other `code` comes with a message key in `msg`, and `data.issues` names each rejected field.',
        'Bodies may be JSON, urlencoded or multipart. In all of them, numbers may be sent as strings of digits, lists may be comma-separated, and `""` and `null` count as absent unless a field says otherwise.',
        'Unknown fields are refused by name; when a link is created or updated, they are passed over, and `data.ignored` names them.',
        'Times are Unix seconds; requests may also have a date, or an ISO 8601 time with its offset.',
      ].join(' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: contracts.map(({ tag, about }) => ({ name: tag, description: about })),
    paths,
    components: {
      schemas: { ...schemas.shared, ...failureSchemas },
      responses: failures,
      securitySchemes: {
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API token (`sk-…`). That of the page “API token” has the scopes links:create, links:read, links:write, stats:read and status:read; a named one has its own',
        },
        loginToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A login token (`web-…`) from `/api/login`: valid for 30 days',
        },
      },
    },
  };
}

function readRoutes(contract: object): [string, Route][] {
  return Object.entries(contract)
    .filter(isNamedRoute)
    .toSorted(([a], [b]) => readRank(a) - readRank(b) || a.localeCompare(b));
}

function readRank(name: string): number {
  const place = first.indexOf(name);
  return place === -1 ? first.length : place;
}

function isNamedRoute(entry: [string, unknown]): entry is [string, Route] {
  const [, value] = entry;
  return typeof value === 'object' && value !== null && 'methods' in value && 'reply' in value;
}

function describeCall(schemas: Schemas, route: Route, tag: string, operationId: string): Operation {
  const isGet = route.methods[0] === 'GET';
  const { properties, required = [] } = schemas.request(route);
  const inPath = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!));
  const parameters = Object.entries(properties).flatMap(([name, schema]): Parameter[] => {
    if (inPath.has(name)) return [toParameter(name, 'path', schema, true)];
    return isGet ? [toParameter(name, 'query', schema, required.includes(name))] : [];
  });
  const body = Object.entries(properties).filter(([name]) => !inPath.has(name));
  return {
    operationId,
    tags: [tag],
    summary: route.summary,
    security: describeSecurity(route),
    ...describeNeeds(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(isGet || body.length === 0
      ? {}
      : describeBody(
          Object.fromEntries(body),
          required.filter((name) => !inPath.has(name)),
          route,
        )),
    responses: describeAnswers(schemas, route, operationId),
  };
}

function toParameter(
  name: string,
  place: Parameter['in'],
  { description, ...schema }: Schema,
  required: boolean,
): Parameter {
  return {
    name,
    in: place,
    required,
    ...(description === undefined ? {} : { description }),
    schema,
  };
}

function describeBody(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  route: Route,
): Pick<Operation, 'requestBody'> {
  const kilobytes = Math.floor((route.bodyMax ?? BODY_MAX) / 1024);
  const schema: Schema = {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
  };
  return {
    requestBody: {
      description: `At most ${kilobytes.toLocaleString('en')} KB and ${getFieldsMax(route).toLocaleString('en')} fields`,
      required: required.length > 0,
      content: Object.fromEntries(encodings.map((encoding) => [encoding, { schema }])),
    },
  };
}

function referTo(name: keyof typeof failures) {
  return { $ref: `#/components/responses/${name}` };
}

function describeAnswers(
  schemas: Schemas,
  route: Route,
  operationId: string,
): Operation['responses'] {
  const failure: Schema = { $ref: '#/components/schemas/Failure' };
  const { access, needs, download } = route;
  const json: Schema =
    download === undefined ? { oneOf: [schemas.reply(route), failure] } : failure;
  const files = (download ?? []).map((type) => [type, { schema: {} }] as const);
  const hasLimit = access === 'guest' || throttled.has(operationId);
  return {
    '200': {
      description:
        download === undefined
          ? 'Success, or a `code` that says what went wrong'
          : download.includes('text/event-stream')
            ? 'Events as they happen, or JSON that says what went wrong'
            : 'A file, or JSON without a file name that says what went wrong',
      content: { 'application/json': { schema: json }, ...Object.fromEntries(files) },
    },
    ...(needs === undefined ? {} : { '401': referTo('NoToken'), '403': referTo('LoginRequired') }),
    ...(route.methods[0] === 'GET'
      ? {}
      : { '408': referTo('TooSlow'), '413': referTo('TooLarge') }),
    ...(hasLimit ? { '429': referTo('TooMany') } : {}),
    '500': referTo('Internal'),
    '507': referTo('StorageFull'),
  };
}
