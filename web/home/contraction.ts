const DURATION_MS = 280;
const EASING = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/** Animates the long URL, from its place at `from`, into the short link `target`. */
export function animateContraction(longUrl: string, from: DOMRect, target: HTMLElement) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const to = target.getBoundingClientRect();
  const x = to.left - from.left;
  const y = to.top - from.top;
  const scale = Math.min(1, to.width / from.width);

  const ghost = document.createElement('span');
  ghost.className = 'home-ghost mono';
  ghost.textContent = longUrl.slice(0, 200);
  ghost.ariaHidden = 'true';
  ghost.style.left = `${from.left}px`;
  ghost.style.top = `${from.top}px`;
  ghost.style.width = `${from.width}px`;
  ghost.style.lineHeight = `${from.height}px`;
  document.body.append(ghost);

  const timing = { duration: DURATION_MS, easing: EASING };
  ghost.animate(
    [
      { transform: 'none', opacity: 1 },
      { opacity: 0.6, offset: 0.5 },
      { transform: `translate(${x}px, ${y}px) scaleX(${scale})`, opacity: 0 },
    ],
    timing,
  ).onfinish = () => ghost.remove();
  target.animate(
    [
      { transform: `translate(${-x}px, ${-y}px) scaleX(${1 / scale})`, opacity: 0 },
      { opacity: 0.3, offset: 0.4 },
      { transform: 'none', opacity: 1 },
    ],
    timing,
  );
}
