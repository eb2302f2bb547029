import { expect, test } from 'bun:test';
import { readPrometheusText } from '../../tests/support/prometheus-text.ts';
import { writeMetrics } from './prometheus.ts';

test('labels and help can hold any text', () => {
  const odd = 'a "quoted" \\ back\\nslash,\nand another="line"} 5';
  const text = writeMetrics([
    { name: 'one_total', type: 'counter', help: odd, samples: [{ value: 1.5 }] },
    {
      name: 'two',
      type: 'gauge',
      help: 'Two.',
      samples: [
        { labels: { a: odd, b: '' }, value: 0 },
        { labels: { a: 'x' }, value: 2 },
      ],
    },
    { name: 'three', type: 'gauge', help: 'None.', samples: [] },
  ]);
  expect(readPrometheusText(text)).toEqual([
    { name: 'one_total', labels: {}, value: 1.5 },
    { name: 'two', labels: { a: odd, b: '' }, value: 0 },
    { name: 'two', labels: { a: 'x' }, value: 2 },
  ]);
});

test.each([
  ['a sample without its type', '# HELP a A.\na 1\n'],
  ['a sample of another metric', '# HELP a A.\n# TYPE a gauge\nb 1\n'],
  ['a metric twice', '# HELP a A.\n# TYPE a gauge\na 1\n# HELP a A.\n# TYPE a gauge\na 2\n'],
  ['a sample twice', '# HELP a A.\n# TYPE a gauge\na{b="c"} 1\na{b="c"} 2\n'],
  ['a label that is not escaped', '# HELP a A.\n# TYPE a gauge\na{b="c"d"} 1\n'],
  ['no number', '# HELP a A.\n# TYPE a gauge\na NaN,\n'],
  ['no end', '# HELP a A.\n# TYPE a gauge\na 1'],
])('the reader of these tests refuses %s', (_, text) => {
  expect(() => readPrometheusText(text)).toThrow();
});
