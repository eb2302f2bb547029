const KILO = 1024;

export function formatSize(bytes: number, locale: string): string {
  const isSmall = bytes < KILO * KILO;
  const value = isSmall ? Math.max(bytes / KILO, 0.1) : bytes / KILO / KILO;
  const digits = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return `${digits.format(value)} ${isSmall ? 'KB' : 'MB'}`;
}
