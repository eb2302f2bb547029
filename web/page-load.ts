import { isSitePage } from './area.ts';
import { handOver } from './storage.ts';

export function openPage(path: string) {
  handOver();
  location.assign(path);
}

/** Opens a path that leads to another site, which must not read the values in `window.name`. */
export function leaveSite(path: string) {
  location.assign(path);
}

export function replacePage(path: string) {
  handOver();
  location.replace(path);
}

export function reloadPage() {
  handOver();
  location.reload();
}

/** Hands over the values in memory when a link loads a page of this site. */
export function handOverOnLinks() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.origin !== location.origin || link.target !== '') return;
    // A short link leads to another site, which must not read the values in `window.name`.
    const isPlace = link.hash !== '' && link.pathname === location.pathname;
    const isHere = isSitePage(link.pathname) && !isPlace && !link.hasAttribute('download');
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (isHere && isPlain && !event.defaultPrevented) handOver();
  });
}
