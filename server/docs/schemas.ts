import { z } from 'zod';
import { SUCCESS } from '../../contracts/envelope.ts';
import type { Schema } from '../../contracts/openapi.ts';
import { failedRow } from '../../contracts/import.ts';
import { jobOptions, startJob } from '../../contracts/import-jobs.ts';
import { newLink } from '../../contracts/links/create-many.ts';
import { createLink, link } from '../../contracts/links/links.ts';
import type { Route } from '../../contracts/route.ts';
import { condition } from '../../contracts/links/routing.ts';
import { getOption, siteInfo } from '../../contracts/site.ts';

/** Schemas with a name in the document; others stand where they are used. */
const named = {
  Condition: condition,
  Link: link,
  SiteInfo: siteInfo,
  ImportJob: startJob.reply,
  ImportOptions: jobOptions,
  Setting: getOption.reply,
  MessageKey: failedRow.shape.key,
} satisfies Record<string, z.ZodType>;

for (const [id, schema] of Object.entries(named)) {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
}

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';

/** Writes JSON schemas and collects named ones. */
export class Schemas {
  readonly shared: Record<string, Schema> = {};

  /** The success of a route, in its envelope. */
  reply(route: Route): Schema {
    return this.write(
      z.object({ code: z.literal(200), msg: z.literal(SUCCESS), data: route.reply }),
      'output',
    );
  }

  /**
   * Each field in its canonical form. The text at the top of the document describes the other
   * forms.
   */
  request(route: Route): Schema & { readonly properties: Readonly<Record<string, Schema>> } {
    const { required = [] } = this.write(route.request, 'input');
    const { properties = {} } = this.write(route.request, 'output');
    return {
      type: 'object',
      properties: mapValues(properties, requireNoDefaults),
      ...(required.length === 0 ? {} : { required }),
    };
  }

  write(schema: z.ZodType, io: 'input' | 'output'): Schema {
    const override = (written: Written) => {
      simplify(written);
      if (written.zodSchema === newLink)
        Object.assign(written.jsonSchema, this.request(createLink));
    };
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', override });
    const {
      $schema: _,
      $defs,
      ...rest
    } = JSON.parse(JSON.stringify(json).replaceAll(LOCAL, SHARED), removeOtherForms) as Schema & {
      $schema: string;
      $defs?: Record<string, Schema & { id?: string }>;
    };
    for (const [name, { id: _, ...shared }] of Object.entries($defs ?? {})) {
      this.shared[name] = shared;
    }
    return rest;
  }
}

/** A caller may omit a field with a default value, also inside an object. */
function requireNoDefaults(schema: Schema): Schema {
  const { properties, required = [] } = schema;
  if (properties === undefined) return schema;
  const needed = required.filter((name) => properties[name]?.default === undefined);
  const { required: _, ...rest } = schema;
  return { ...rest, ...(needed.length === 0 ? {} : { required: needed }) };
}

function mapValues<Value>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

interface Written {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** Removes limits that mean nothing and rules that clients must not rely on. */
function simplify({ jsonSchema }: Written): void {
  // Answers may get new fields.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/**
 * A schema without the forms that are converted into its canonical one: nothing is known of them.
 * Called for the schemas within first.
 */
function removeOtherForms(_: string, value: unknown): unknown {
  if (!isUnion(value)) return value;
  const { anyOf, ...rest } = value;
  const forms = anyOf.filter((form) => Object.keys(form).length > 0);
  const [first, ...others] = forms;
  if (first === undefined) return value;
  return others.length === 0 ? { ...first, ...rest } : { ...rest, anyOf: forms };
}

function isUnion(value: unknown): value is Schema & { readonly anyOf: readonly Schema[] } {
  return (
    typeof value === 'object' && value !== null && 'anyOf' in value && Array.isArray(value.anyOf)
  );
}
