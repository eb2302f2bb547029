import { openPlaces, type Places, type PlacesOptions } from '../stats/classify/places.ts';

/** What rules may ask and a request does not say. */
export interface VisitorFacts {
  /** `address` is shortened to /24 or /48; `header` is what a trusted proxy names. '' = unknown. */
  country(address: string, header: string): string;
  /** Whether each visit draws at random: the site keeps nothing that tells visitors apart. */
  drawsAnew(): boolean;
}

/** Reads GEOIP_DB at the first question: most sites have no rule with a country. */
export function createVisitorFacts(options: PlacesOptions, drawsAnew: () => boolean): VisitorFacts {
  let places: Places | null = null;
  return {
    country(address, header) {
      places ??= openPlaces(options);
      return places.find(address, header).country;
    },
    drawsAnew,
  };
}
