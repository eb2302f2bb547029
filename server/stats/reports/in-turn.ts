/**
 * Has works done one after the other, as they are asked for: each gives way to requests again and
 * again, and side by side they would all take their time between two requests.
 */
export function inTurn(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
