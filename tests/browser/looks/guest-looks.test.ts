import { describe } from 'bun:test';
import { TestSite } from '../../journeys/test-site.ts';
import { freshStates, guestStates, openGuestSite } from './guest-states.ts';
import { testLooks } from './look-suite.ts';

describe('a visitor', () => testLooks(guestStates, openGuestSite));
describe('a site that is not set up', () =>
  testLooks(freshStates, async () => Object.assign(await TestSite.open(), { token: '' })));
