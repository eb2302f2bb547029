/** Tells whether who sends `Accept-Encoding`, which may be missing, takes an answer in a coding. */
export function accepts(acceptEncoding: string, coding: string): boolean {
  return acceptEncoding.split(',').some((entry) => {
    const [name, quality] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === coding && !/^q=0(\.0*)?$/.test(quality ?? '');
  });
}
