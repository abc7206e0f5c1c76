import { plural } from './plural.ts'

/** Texts of a chart, its legend and its table. */
export const texts = {
  noSamples: 'No samples in this range.',
  noMatch: 'No samples in this range satisfy the condition.',
  gaps: {
    of: (label: string) => `Gaps of ${label}`,
    one: (label: string, length: string, from: string, to: string) =>
      `${label}: no data for ${length}, ${from} to ${to}`,
    ofLine: (label: string, count: number, longest: string) =>
      `${label} (${plural(count, { one: `# gap of ${longest}`, other: `# gaps, longest ${longest}` })})`,
    all: (gaps: string) => `No data: ${gaps}.`,
  },
  legend: {
    caption: (name: string) => `Lines of ${name}`,
    line: 'Line',
    latest: 'Latest',
    min: 'Min',
    avg: 'Avg',
    max: 'Max',
    before: 'Previous avg',
    coverage: 'Coverage',
    showAll: 'Show all lines',
    showOne: 'Show this line alone',
  },
  chartOf: (name: string) =>
    `Chart of ${name}. The legend below lists its values, and the table shows every point.`,
  limits: (limits: string) => `Limits of the metric definition: ${limits}.`,
  points: {
    time: 'Time',
    of: (name: string) => `Points of ${name}`,
    caption: (name: string) => `${name} over time`,
    more: (count: string) => `Show more (${count} in total)`,
  },
  sameQuery: {
    title: 'The same query in the API',
    curl: 'the curl command',
  },
  timeline: {
    of: (metric: string, line: string, states: string) => `${metric} of ${line}: ${states}`,
    stretch: (state: string, length: string, from: string, to: string) =>
      `${state} for ${length}, ${from} to ${to}`,
  },
}
