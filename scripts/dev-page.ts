import react from '@vitejs/plugin-react';

/** Paths that Vite answers. No code of a link contains an @. */
export const MODULES = '/@dev/';

const BUILT =
  /^<(?:link rel="(?:stylesheet|modulepreload)" href|script type="module" src)="\/assets\/[^\n]*\n/gm;

/** Replaces the built files of a page by modules that Vite reloads. Other pages stay as they are. */
export function loadModules(page: string): string {
  const nonce = /<script type="module" src="\/assets\/[^"]*" nonce="([^"]*)">/.exec(page)?.[1];
  if (nonce === undefined) return page;
  const preamble = react.preambleCode.replace('__BASE__', MODULES);
  const scripts = [
    `<script type="module" nonce="${nonce}">${preamble}</script>`,
    `<script type="module" src="${MODULES}@vite/client" nonce="${nonce}"></script>`,
    `<script type="module" src="${MODULES}main.tsx" nonce="${nonce}"></script>`,
  ];
  return page.replace(BUILT, '').replace('</head>', `${scripts.join('\n')}\n</head>`);
}
