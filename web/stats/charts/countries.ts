import { geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import world from 'world-atlas/countries-110m.json';
import { countryOfId } from './country-ids.ts';

/** The size of the map, in units of its own. */
export const WIDTH = 960;
export const HEIGHT = 440;

/** The map leaves out Antarctica, which has no inhabitants and would take a sixth of the map. */
const ANTARCTICA = '010';

type World = Topology<{ countries: GeometryCollection<{ name: string }> }>;

interface Country {
  /** ISO 3166-1 alpha-2; null: the country has none. */
  readonly code: string | null;
  /** An SVG path. */
  readonly outline: string;
}

/** The countries of the world, without those that are too small to draw. */
export const countries: readonly Country[] = drawCountries(world as unknown as World);

function drawCountries(world: World): Country[] {
  const { features } = feature(world, world.objects.countries);
  const drawn = features.filter(({ id }) => id !== ANTARCTICA);
  const projection = geoEqualEarth().fitSize([WIDTH, HEIGHT], {
    type: 'FeatureCollection',
    features: drawn,
  });
  const toPath = geoPath(projection).digits(1);
  return drawn.map((country) => ({
    code: countryOfId.get(String(country.id)) ?? null,
    outline: toPath(country) ?? '',
  }));
}
