import { IMPORT_FILE_MAX } from '../../contracts/import.constants.ts';

/** The reason why a file cannot be imported; null: the page sees none. */
export function findFileFault(file: File): 'json.only' | 'file.too.large' | null {
  const isJson = file.type === 'application/json' || /\.(json|jsonl|ndjson)$/i.test(file.name);
  if (!isJson) return 'json.only';
  return file.size > IMPORT_FILE_MAX ? 'file.too.large' : null;
}
