import type { Schema } from '../../contracts/openapi.ts';
import { translateDescription } from './docs-text.ts';

type Named = Readonly<Record<string, Schema>>;

/** Writes a schema for people: braces, names, types and a comment for each field. */
export function writeShape(schema: Schema, named: Named, indent = ''): string {
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
  return type ?? 'any';
}
