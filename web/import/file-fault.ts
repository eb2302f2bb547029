import { fileMax } from './import.api.ts';

/** Why a file cannot be imported, as far as the page can tell; null when it can be tried. */
export function findFileFault(file: File): 'json.only' | 'file.too.large' | null {
  const isJson = file.type === 'application/json' || /\.(json|jsonl|ndjson)$/i.test(file.name);
  if (!isJson) return 'json.only';
  return file.size > fileMax ? 'file.too.large' : null;
}
