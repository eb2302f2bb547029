import { createElement, Fragment } from 'react';

/** A text in which what stands between backticks is code. */
export function WithCode({ text }: { readonly text: string }) {
  const parts = text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? createElement('code', null, part) : part));
  // Spread, since the parts have no other names than their places, and never move.
  return createElement(Fragment, null, ...parts);
}
