import { createElement, Fragment } from 'react';

/** Shows a text with the parts between backticks as code. */
export function WithCode({ text }: { readonly text: string }) {
  const parts = text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? createElement('code', null, part) : part));
  // Spread, because the parts have no keys and never move.
  return createElement(Fragment, null, ...parts);
}
