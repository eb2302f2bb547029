import { useState, type PointerEvent, type RefObject } from 'react';

interface Drag {
  readonly from: number;
  /** Where the card would go. */
  readonly to: number;
  /** How far the pointer has moved, in pixels. */
  readonly offset: number;
  /** The height of the card with the gap below it, in pixels. */
  readonly height: number;
}

const MAIN_BUTTON = 0;

/** Drags cards of a list by a pointer. Escape puts the card back. */
export function useRuleDrag(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);

  const start = (from: number, { clientY: startY, button }: PointerEvent) => {
    const cards = [...(list.current?.children ?? [])].map((card) => card.getBoundingClientRect());
    const card = cards[from];
    if (card === undefined || button !== MAIN_BUTTON) return;
    const scrolled = window.scrollY;
    const gap = cards.length < 2 ? 0 : cards[1]!.top - cards[0]!.bottom;
    const height = card.height + gap;
    let to = from;
    const listening = new AbortController();
    const { signal } = listening;
    const stop = () => {
      listening.abort();
      setDrag(null);
    };
    const follow = ({ clientY }: { clientY: number }) => {
      const offset = clientY - startY + window.scrollY - scrolled;
      to = findPlace(cards, from, offset);
      setDrag({ from, to, offset, height });
    };
    const drop = () => {
      stop();
      if (to !== from) onMove(from, to);
    };
    const stopByKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') stop();
    };
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', stop, { signal });
    window.addEventListener('keydown', stopByKey, { signal });
    setDrag({ from, to, offset: 0, height });
  };

  return {
    isDragging: drag !== null,
    start,
    /** The props of a card. */
    toProps: (index: number) => ({
      'data-dragged': drag?.from === index || undefined,
      style: drag === null ? undefined : { transform: `translateY(${findShift(index, drag)}px)` },
    }),
  };
}

/** The index where a dragged card would go: its edge has passed the middles of others. */
function findPlace(cards: readonly DOMRect[], from: number, offset: number): number {
  const { top, bottom } = cards[from]!;
  const middles = cards.map((card) => card.top + card.height / 2);
  const above = middles.slice(0, from).filter((middle) => top + offset < middle).length;
  const below = middles.slice(from + 1).filter((middle) => bottom + offset > middle).length;
  return from - above + below;
}

/** How far a card follows the pointer or gives way, in pixels. */
function findShift(index: number, { from, to, offset, height }: Drag): number {
  if (index === from) return offset;
  if (index > from && index <= to) return -height;
  return index < from && index >= to ? height : 0;
}
