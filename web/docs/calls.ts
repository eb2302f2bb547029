import type { OpenApi, Operation, Schema } from '../../contracts/openapi.ts';
import { translateSummary, translateDescription } from './docs-text.ts';
import { readField, type Field } from './fields.ts';

/** `guest`: also callers without a token, while the site allows it. `token`: also the API token. */
export type Access = 'anyone' | 'guest' | 'token' | 'login';

export interface ApiCall {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  /** All methods do the same. The form uses the first. */
  readonly methods: readonly [string, ...string[]];
  readonly path: string;
  readonly access: Access;
  /** What an API token must have; empty: nothing. */
  readonly scope: string;
  readonly fields: readonly Field[];
  /** The schema of `data`, or the media types of a file. */
  readonly reply: { readonly shape: string } | { readonly types: readonly string[] };
}

/** True when a successful answer never ends. */
export function isStream({ reply }: ApiCall): boolean {
  return 'types' in reply && reply.types.includes('text/event-stream');
}

/** Reads the calls from the OpenAPI document, in its order. */
export function readCalls(api: OpenApi): ApiCall[] {
  return Object.entries(api.paths).flatMap(([path, operations]) => {
    const [[method, operation], ...others] = Object.entries(operations) as [
      [string, Operation],
      ...[string, Operation][],
    ];
    return {
      id: operation.operationId,
      tag: operation.tags[0],
      summary: translateSummary(operation.operationId, operation.summary),
      methods: [method.toUpperCase(), ...others.map(([other]) => other.toUpperCase())] as const,
      path,
      access: readAccess(operation),
      scope: operation['x-scope'] ?? '',
      fields: readFields(operation),
      reply: readReply(operation, api.components.schemas),
    };
  });
}

function readAccess({ security }: Operation): Access {
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  if (schemes.length === 0) return 'anyone';
  if (security.some((scheme) => Object.keys(scheme).length === 0)) return 'guest';
  return schemes.includes('apiToken') ? 'token' : 'login';
}

function readFields({ parameters = [], requestBody }: Operation): Field[] {
  const { properties = {}, required = [] } = requestBody?.content['application/json']?.schema ?? {};
  return [
    ...parameters.map(({ name, schema, required: isRequired, description, in: place }) =>
      readField(name, description === undefined ? schema : { ...schema, description }, {
        isRequired,
        place,
      }),
    ),
    ...Object.entries(properties).map(([name, schema]) =>
      readField(name, schema, { isRequired: required.includes(name), place: 'body' }),
    ),
  ];
}

function readReply(
  { responses }: Operation,
  schemas: Readonly<Record<string, Schema>>,
): ApiCall['reply'] {
  const ok = responses['200'];
  const content = ok !== undefined && 'content' in ok ? (ok.content ?? {}) : {};
  const success = content['application/json']?.schema.oneOf?.[0]?.properties?.['data'];
  return success === undefined
    ? { types: Object.keys(content) }
    : { shape: writeShape(success, schemas) };
}

type Named = Readonly<Record<string, Schema>>;

/** Writes a schema for people: braces, names, types and a comment for each field. */
function writeShape(schema: Schema, named: Named, indent = ''): string {
  const { $ref, properties, items, anyOf, type } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    const target = named[name];
    // Named schemas that are not objects appear by name: a list of all keys would fill the page.
    return target?.properties === undefined ? name : writeShape(target, named, indent);
  }
  if (properties !== undefined) {
    const inner = `${indent}  `;
    const lines = Object.entries(properties).map(([name, field]) => {
      const comment =
        field.description === undefined ? '' : `  // ${translateDescription(field.description)}`;
      return `${inner}${name}: ${writeShape(field, named, inner)}${comment}`;
    });
    return lines.length === 0 ? '{}' : ['{', ...lines, `${indent}}`].join('\n');
  }
  // Mostly an object or null: the fields of the object appear as elsewhere.
  if (anyOf !== undefined) return anyOf.map((one) => writeShape(one, named, indent)).join(' | ');
  if (items !== undefined) return `[${writeShape(items, named, indent)}]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  return [type ?? 'any'].flat().join(' | ');
}
