import { CSV_MARK, csvLine } from '../../contracts/csv.ts';
import { saveFile } from '../ui/save-file.ts';

/** Saves rows as a file for spreadsheets. The first row has the headers. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]) {
  const text = CSV_MARK + rows.map((row) => csvLine(row)).join('');
  saveFile({ name, content: new Blob([text], { type: 'text/csv;charset=utf-8' }) });
}
