import { z } from 'zod';
import type {
  ApiResponse,
  OpenApi,
  Operation,
  Parameter,
  Schema,
} from '../../../contracts/openapi.ts';
import type { Method, Route } from '../../../contracts/route.ts';
import { SECONDS_MAX } from '../../../contracts/stats/times.ts';
import { Schemas } from '../../docs/schemas.ts';
import * as routes from './routes.ts';
import * as shapes from './shapes.ts';

const named = { Link: shapes.link, CreatedLink: shapes.created, Issue: shapes.issue };
for (const [id, schema] of Object.entries<z.ZodType>(named)) z.globalRegistry.add(schema, { id });

type Verb = Lowercase<Method>;
type HeaderParameter = Omit<Parameter, 'in'> & { readonly in: 'header' };
export interface V1Operation extends Omit<Operation, 'parameters'> {
  readonly parameters: readonly (Parameter | HeaderParameter)[];
}
export interface V1Document extends Omit<OpenApi, 'paths'> {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Verb, V1Operation>>>>>;
}

const ifMatch: HeaderParameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the link: a link that has changed is left as it is, with 412',
  schema: { type: 'string' },
};
const idempotencyKey: HeaderParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key of your choice: for 24 hours, the same call with the same token and key changes nothing more and has the same answer',
  schema: { type: 'string', minLength: 1, maxLength: 64 },
};
const text = { schema: { type: 'string' } } as const;
const etag = { ETag: { description: 'Names this state of the link, for If-Match', ...text } };
const location = { Location: { description: 'The path of the link', ...text } };

const refused: ApiResponse = {
  description: 'Why the call was refused',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** The calls by name. */
export function listV1Routes(): readonly (readonly [string, Route])[] {
  const { problem: _, PREFIX: __, ...calls } = routes;
  return Object.entries<Route>(calls);
}

/** OpenAPI 3.1. */
export function describeV1(): V1Document {
  const schemas = new Schemas();
  const calls = listV1Routes().map(
    ([name, route]) => [route.path, describeCall(schemas, name, route)] as const,
  );
  const paths = new Map<string, Partial<Record<Verb, V1Operation>>>();
  for (const [path, call] of calls) paths.set(path, { ...paths.get(path), ...call });
  return {
    openapi: '3.1.1',
    info: {
      title: 'Brisk API',
      version: '1',
      description: [
        'Times are ISO 8601, in UTC. Requests may also have a date, a time with its offset, or Unix seconds.',
        'Lists have `data` and `next_cursor`. Unknown fields are refused. Errors are problem details (RFC 9457).',
      ].join(' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [{ name: 'v1', description: 'Links, their tags and domains, and their statistics' }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: { ...takeTimes(schemas.shared), Problem: schemas.write(routes.problem, 'output') },
      responses: { Refused: refused },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, or that of a login' },
      },
    },
  };
}

function describeCall(
  schemas: Schemas,
  name: string,
  route: Route,
): Partial<Record<Verb, V1Operation>> {
  const [method] = route.methods;
  const isGet = method === 'GET';
  const { properties, required = [] } = schemas.request(route);
  const fields = Object.entries(takeTimes(properties));
  const inPath = ([field]: [string, unknown]) => route.path.includes(`{${field}}`);
  const sent = fields.filter((field) => !inPath(field));
  const toParameter = ([
    field,
    { description, ...schema },
  ]: (typeof fields)[number]): Parameter => ({
    name: field,
    in: inPath([field, schema]) ? 'path' : 'query',
    required: required.includes(field),
    ...(description !== undefined && { description }),
    schema,
  });
  const needed = required.filter((field) => sent.some(([other]) => other === field));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(sent),
    ...(needed.length > 0 && { required: needed }),
  };
  const operation: V1Operation = {
    operationId: name,
    tags: ['v1'],
    summary: route.summary,
    security: [{ token: [] }],
    ...(route.needs !== undefined && { 'x-right': route.needs }),
    ...(typeof route.scope === 'string' && { 'x-scope': route.scope }),
    parameters: [
      ...fields.filter((field) => isGet || inPath(field)).map(toParameter),
      ...(method === 'PATCH' || method === 'DELETE' ? [ifMatch] : []),
      ...(isGet ? [] : [idempotencyKey]),
    ],
    ...(!isGet &&
      sent.length > 0 && {
        requestBody: {
          description: 'Unknown fields are refused',
          required: needed.length > 0,
          content: { 'application/json': { schema } },
        },
      }),
    responses: { ...describeSuccess(schemas, route), default: refused },
  };
  return { [toVerb(method)]: operation };
}

function describeSuccess(schemas: Schemas, route: Route): Operation['responses'] {
  if (route.reply instanceof z.ZodNull) return { '204': { description: 'The link is deleted' } };
  const { reply } = route;
  const content = { 'application/json': { schema: schemas.write(reply, 'output') } };
  const success = { description: 'Success', content };
  if (route === routes.createLink) {
    const made = { ...success, headers: location };
    return {
      '200': { ...made, description: 'The link existed' },
      '201': { ...made, description: 'The link is new' },
    };
  }
  const isLink = route.path === routes.getLink.path;
  return { '200': { ...success, ...(isLink && { headers: etag }) } };
}

/** The contracts have the number that a time becomes; requests may also have its text. */
function takeTimes<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    isTime(part) ? toAnyTime(part) : part,
  ) as Value;
}

function isTime(part: unknown): part is Schema {
  return (
    typeof part === 'object' && part !== null && 'maximum' in part && part.maximum === SECONDS_MAX
  );
}

function toAnyTime({ type: _type, minimum: _minimum, maximum: _maximum, ...rest }: Schema): Schema {
  return {
    ...rest,
    anyOf: [{ type: 'string' }, { type: 'integer', minimum: 0 }, { type: 'null' }],
  };
}

function toVerb(method: Method): Verb {
  return method.toLowerCase() as Verb;
}
