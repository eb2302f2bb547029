import type { Schema } from '../../contracts/openapi.ts';
import { translateDescription } from './docs-text.ts';

type Named = Readonly<Record<string, Schema>>;

/** Writes a schema as people read one: braces, names, types, and what is comment of each. */
export function writeShape(schema: Schema, named: Named, indent = ''): string {
  const { $ref, properties, items, anyOf, type } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    const target = named[name];
    // What is no object is told by its name: a list of all keys would fill the page.
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
  // Mostly something or null: where it is something, its fields are told as anywhere else.
  if (anyOf !== undefined) return anyOf.map((one) => writeShape(one, named, indent)).join(' | ');
  if (items !== undefined) return `[${writeShape(items, named, indent)}]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  return type ?? 'any';
}
