import { afterAll } from 'bun:test';
import { dropDatabases } from '../support/test-engine.ts';

// Preloaded for each test file, to drop its databases at the end.
afterAll(dropDatabases);
