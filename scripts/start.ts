import { buildWebIfStale } from './web.ts';

await buildWebIfStale();
await import('../server/main.ts');
