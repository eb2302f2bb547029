import { join } from 'node:path';
import { describeV1, type V1Operation } from '../../server/faces/v1/openapi.ts';
import { writeType } from './write-type.ts';

const BASE = join(import.meta.dir, 'base-client.ts.txt');

/** The text of a client: types of all fields and answers, and a method for each call. */
export async function writeClient(): Promise<string> {
  const { paths, components } = describeV1();
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${writeType(schema)};`,
  );
  const methods = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => writeMethod(path, verb, operation)),
  );
  const base = await Bun.file(BASE).text();
  return `${types.join('\n\n')}\n\n${base.replace('  // methods', methods.join('\n\n'))}`;
}

function writeMethod(path: string, verb: string, operation: V1Operation): string {
  const { operationId: name, summary, parameters, requestBody, responses } = operation;
  const fields = parameters
    .filter(({ in: place }) => place !== 'header')
    .map(({ name: field, schema, required }) => writeField(field, writeType(schema), required));
  const body = requestBody?.content['application/json']?.schema;
  const sent = [
    ...(fields.length > 0 ? [`{ ${fields.join(' ')} }`] : []),
    ...(body === undefined ? [] : [writeType(body)]),
  ].join(' & ');
  const isNeeded = requestBody?.required === true || parameters.some(({ required }) => required);
  const taken = sent === '' ? 'fields: object = {}' : `fields: ${sent}${isNeeded ? '' : ' = {}'}`;
  const success = responses['200'];
  const schema = success !== undefined && 'content' in success ? success.content : undefined;
  const answer = schema === undefined ? 'null' : writeType(schema['application/json']!.schema);
  return `  /** ${summary} */
  ${name}(${taken}, headers: Sent = {}): Promise<Answer<${answer}>> {
    return this.#call('${verb.toUpperCase()}', '${path}', fields, headers);
  }`;
}

function writeField(name: string, type: string, isRequired: boolean): string {
  return `${name}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'};`;
}
