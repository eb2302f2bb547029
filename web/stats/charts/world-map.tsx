import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { t, toCounted } from '../../language.ts';
import { countries, HEIGHT, WIDTH } from './countries.ts';
import { formatDimensionValue } from '../format-value.ts';
import { Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import './world-map.css';

/** The weakest shade: of a country with a single click beside one with many. */
const SHADE_MIN = 0.25;

const drawn: ReadonlySet<string | null> = new Set(countries.map(({ code }) => code));

interface CountryClicks {
  /** ISO 3166-1 alpha-2. */
  readonly value: string;
  readonly clicks: number;
}

interface WorldMapProps {
  /** Sorted by clicks, most first. */
  readonly values: readonly CountryClicks[];
  readonly chosen: string;
  readonly onPick: (country: string) => void;
}

/**
 * A map of clicks by country. It is one button: the arrow keys move from country to country, in the
 * order of clicks. The list beside it gives the same to screen readers.
 */
export function WorldMap({ values, chosen, onPick }: WorldMapProps) {
  const [pointed, setPointed] = useState<string | null>(null);
  const isTouch = useMediaQuery('(hover: none)', undefined, { getInitialValueInEffect: false });
  const ranked = values.filter(({ value, clicks }) => clicks > 0 && drawn.has(value));
  const clicksOf = new Map(values.map(({ value, clicks }) => [value, clicks]));
  const most = Math.max(1, ...clicksOf.values());

  const move = (event: KeyboardEvent) => {
    const step = readStep(event.key);
    if (step === 0) return;
    event.preventDefault();
    const at = ranked.findIndex(({ value }) => value === pointed);
    const next = at === -1 ? 0 : (at + step + ranked.length) % ranked.length;
    setPointed(ranked[next]!.value);
  };
  const pick = ({ target }: MouseEvent) => {
    // On touch, the pointer has left before the click arrives, so `pointed` is null.
    const country = target instanceof SVGElement ? target.dataset['country'] : pointed;
    if (typeof country === 'string' && clicksOf.has(country)) onPick(country);
  };

  const description =
    pointed === null ? null : describeCountry(pointed, clicksOf.get(pointed) ?? 0);
  return (
    <Stack className="world-map" gap="0.5rem">
      <button
        type="button"
        aria-label={description ?? t('stats.map')}
        disabled={ranked.length === 0}
        onClick={pick}
        onKeyDown={move}
        onBlur={() => setPointed(null)}
        onPointerLeave={() => setPointed(null)}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
          {countries.map(({ code, outline }) => {
            const clicks = code === null ? 0 : (clicksOf.get(code) ?? 0);
            return (
              <path
                key={outline}
                d={outline}
                data-country={clicks > 0 ? code : undefined}
                fillOpacity={clicks > 0 ? toShade(clicks / most) : undefined}
                onPointerEnter={() => setPointed(code)}
              />
            );
          })}
          {/* Drawn last: neighbors must not hide the edge. */}
          <Edge code={chosen} />
          <Edge code={pointed} />
        </svg>
      </button>
      <p className="world-map-said note" aria-hidden>
        {description ?? t(isTouch ? 'stats.map.hint.touch' : 'stats.map.hint')}
      </p>
    </Stack>
  );
}

function Edge({ code }: { readonly code: string | null }) {
  const country = countries.find((country) => code !== null && country.code === code);
  return country === undefined ? null : <path className="world-map-edge" d={country.outline} />;
}

function describeCountry(country: string, clicks: number): string {
  return t('stats.map.country', {
    country: formatDimensionValue('country', country),
    ...toCounted(clicks),
  });
}

/** The square root keeps small shares apart when few countries have most clicks. */
function toShade(share: number): number {
  return SHADE_MIN + (1 - SHADE_MIN) * Math.sqrt(share);
}

function readStep(key: string): -1 | 0 | 1 {
  if (key === 'ArrowRight' || key === 'ArrowDown') return 1;
  return key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 0;
}
