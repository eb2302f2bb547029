import type { Schema } from '../../contracts/openapi.ts';

interface Shape extends Schema {
  readonly additionalProperties?: Schema | boolean;
}

const primitives: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A type of TypeScript. What a schema says besides the type is lost. */
export function writeType(schema: Shape): string {
  const { $ref, const: value, enum: values, anyOf, oneOf, type, items } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (value !== undefined) return JSON.stringify(value);
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' | ');
  const forms = anyOf ?? oneOf;
  if (forms !== undefined) return forms.map((form) => `(${writeType(form)})`).join(' | ');
  if (type === 'array') return `readonly (${items === undefined ? 'unknown' : writeType(items)})[]`;
  if (type === 'object') return writeObject(schema);
  const types = typeof type === 'string' ? [type] : (type ?? ['']);
  return types.map((one) => primitives[one] ?? 'unknown').join(' | ');
}

function writeObject({ properties, required = [], additionalProperties }: Shape): string {
  if (properties === undefined) {
    const isTyped = typeof additionalProperties === 'object';
    return `Readonly<Record<string, ${isTyped ? writeType(additionalProperties) : 'unknown'}>>`;
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const isRequired = required.includes(name);
    return `readonly ${name}${isRequired ? '' : '?'}: ${writeType(field)}${isRequired ? '' : ' | undefined'};`;
  });
  return `{ ${fields.join(' ')} }`;
}
