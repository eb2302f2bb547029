import { linkStates, openLinkSite } from './link-states.ts';
import { testLooks } from './look-suite.ts';

testLooks(linkStates, openLinkSite);
