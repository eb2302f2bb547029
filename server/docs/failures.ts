import type { ApiResponse, Schema } from '../../contracts/openapi.ts';

const messageKey: Schema = { $ref: '#/components/schemas/MessageKey' };

const refusal: Schema = {
  type: 'object',
  description: 'Which fields were rejected, and why',
  properties: {
    issues: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string' },
          key: messageKey,
          reason: { type: 'string', description: 'In plain English' },
        },
        required: ['field', 'key', 'reason'],
      },
    },
  },
  required: ['issues'],
};

function envelope(code: Schema, data: Schema): Schema {
  return {
    type: 'object',
    properties: { code, msg: messageKey, data },
    required: ['code', 'msg', 'data'],
  };
}

/** The envelopes of failures. */
export const failureSchemas: Readonly<Record<string, Schema>> = {
  Failure: envelope(
    { type: 'integer', enum: [400, 404], description: '400: rejected; 404: not found' },
    { anyOf: [refusal, { type: 'null' }] },
  ),
  HttpFailure: envelope(
    { type: 'integer', description: 'The HTTP status' },
    { anyOf: [{ type: 'null' }, { type: 'object' }] },
  ),
};

const content = {
  'application/json': { schema: { $ref: '#/components/schemas/HttpFailure' } },
};

function failure(description: string): ApiResponse {
  return { description, content };
}

/** Failures that many calls share. */
export const failures = {
  NoToken: failure('The token is missing, unknown or expired'),
  LoginRequired: failure(
    'The role, the API token or the login is not enough for this call; msg says why',
  ),
  TooSlow: failure('The body stalled for 10 seconds, or arrived at less than 8 KB a second'),
  TooLarge: failure('The body is larger than this call accepts'),
  TooMany: {
    ...failure('Too many attempts; the header says when to try again'),
    headers: {
      'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
    },
  },
  Internal: failure('Something went wrong; look for `data.request_id` in the server log'),
  StorageFull: failure('The server’s disk is full'),
} as const satisfies Record<string, ApiResponse>;
