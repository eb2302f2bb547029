import { useWindowEvent } from '@mantine/hooks';
import { useState, type PointerEvent, type RefObject } from 'react';

interface Drag {
  readonly from: number;
  /** Where the cards stood at the start. */
  readonly cards: readonly DOMRect[];
  /** Of the pointer on the page at the start, in pixels. */
  readonly startY: number;
  /** How far the pointer has moved, in pixels. */
  readonly offset: number;
}

const MAIN_BUTTON = 0;

/** Drags cards of a list by a pointer. Escape puts the card back. */
export function useRuleDrag(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const stop = () => setDrag(null);
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') stop();
  });

  return {
    isDragging: drag !== null,
    toGripProps: (from: number) => ({
      onPointerDown: ({ currentTarget, pointerId, pageY, button }: PointerEvent<HTMLElement>) => {
        if (button !== MAIN_BUTTON) return;
        currentTarget.setPointerCapture(pointerId);
        const cards = [...list.current!.children].map((card) => card.getBoundingClientRect());
        setDrag({ from, cards, startY: pageY, offset: 0 });
      },
      onPointerMove: ({ pageY }: PointerEvent) => setDrag((now) => now && follow(now, pageY)),
      onPointerUp: ({ pageY }: PointerEvent) => {
        if (drag === null) return;
        const to = findPlace(follow(drag, pageY));
        stop();
        if (to !== from) onMove(from, to);
      },
      onPointerCancel: stop,
    }),
    toCardProps: (index: number) => ({
      'data-dragged': drag?.from === index || undefined,
      style: drag === null ? undefined : { transform: `translateY(${findShift(index, drag)}px)` },
    }),
  };
}

function follow(drag: Drag, pageY: number): Drag {
  return { ...drag, offset: pageY - drag.startY };
}

/** The index where a dragged card would go: its edge has passed the middles of others. */
function findPlace({ from, cards, offset }: Drag): number {
  const { top, bottom } = cards[from]!;
  const middles = cards.map((card) => card.top + card.height / 2);
  const above = middles.slice(0, from).filter((middle) => top + offset < middle).length;
  const below = middles.slice(from + 1).filter((middle) => bottom + offset > middle).length;
  return from - above + below;
}

/** How far a card follows the pointer or gives way, in pixels. */
function findShift(index: number, drag: Drag): number {
  const { from, cards, offset } = drag;
  if (index === from) return offset;
  const to = findPlace(drag);
  const height = cards[from]!.height + cards[1]!.top - cards[0]!.bottom;
  if (index > from && index <= to) return -height;
  return index < from && index >= to ? height : 0;
}
