/** Tells whether who sends this `Accept-Encoding`, empty when it is missing, takes a coding. */
export function accepts(acceptEncoding: string, coding: string): boolean {
  return acceptEncoding.split(',').some((entry) => {
    const [name, quality] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === coding && !/^q=0(\.0*)?$/.test(quality ?? '');
  });
}
