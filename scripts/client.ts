import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { writeClient } from './client/write-client.ts';

/** Writes a typed client of `/api/v1`: one file of TypeScript without dependencies. */
const [file = 'dist/brisk-client.ts'] = process.argv.slice(2);
const path = resolve(file);
await mkdir(dirname(path), { recursive: true });
await writeFile(path, await writeClient());
console.log(`The client is ready: ${file}`);
