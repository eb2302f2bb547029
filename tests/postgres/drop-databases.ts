import { afterAll } from 'bun:test';
import { dropDatabases } from '../test-engine.ts';

// Loaded before each test file: what it has made goes with it.
afterAll(dropDatabases);
