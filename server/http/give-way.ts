import { yieldToRequests } from '../engine/yield-to-requests.ts';

/** When the last of the calls that have given way goes on. */
let last: Promise<void> = Promise.resolve();

/**
 * Lets visitors go first that have come by now: for calls that take their time anyway. Of all that
 * give way one goes on at a time, and then visitors have their turn again.
 */
export function giveWay(): Promise<void> {
  return (last = last.then(yieldToRequests));
}
