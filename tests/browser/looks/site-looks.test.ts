import { describe } from 'bun:test';
import { openSetUpSite } from '../../journeys/set-up-site.ts';
import { testLooks } from './look-suite.ts';
import { aloneStates } from './people-states.ts';
import { emptyStates, openFullSite, siteStates } from './site-states.ts';

describe('a site in use', () => testLooks(siteStates, openFullSite));
describe('an empty site', () => testLooks([...emptyStates, ...aloneStates], () => openSetUpSite()));
