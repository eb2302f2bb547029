import type { Report } from '../../../contracts/stats.ts';
import { csvLine } from '../../export/csv.ts';

/** Writes a report as a table: what a number is about, which of it, and how many clicks. */
export function writeReportCsv(report: Report): string {
  const lines: (readonly (string | number)[])[] = [['about', 'value', 'class', 'clicks']];
  const classes = ['person', 'scan', 'preview', 'bot'] as const;
  for (const name of classes) lines.push(['total', '', name, report.totals[name]]);
  lines.push(['total', '', 'visitors', report.totals.visitors]);
  for (const bar of report.bars) {
    const start = new Date(bar.start * 1000).toISOString();
    for (const name of classes) lines.push([report.step, start, name, bar[name]]);
  }
  for (const [day, hours] of report.week.entries()) {
    for (const [hour, clicks] of hours.entries()) {
      lines.push(['weekday and hour', `${day + 1} ${hour}`, '', clicks]);
    }
  }
  for (const { dimension, values, other, none } of report.lists) {
    for (const { value, clicks } of values) lines.push([dimension, value, '', clicks]);
    lines.push([dimension, '(other)', '', other], [dimension, '(none)', '', none]);
  }
  return lines.map(csvLine).join('');
}
