import { plural } from './plural.ts'

export const texts = {
  band: (low: string, high: string) => `${low} to ${high}`,
  chartOf: (name: string) => `Chart of ${name}; the table shows the same points`,
  ranges: {
    day: '24 hours',
    week: '7 days',
    month: '30 days',
    year: '1 year',
    years: '5 years',
  },
  chart: 'Chart',
  table: {
    title: 'Table',
    caption: (name: string) => `${name} over time`,
    more: (count: string) => `Show more (${count} in total)`,
    time: 'Time',
    value: 'Value',
    lowest: 'Lowest',
    average: 'Average',
    highest: 'Highest',
  },
  explore: 'Explore',
  rangeNow: (label: string) => `Range back from the latest sample, now ${label}`,
  shownAs: 'Shown as',
  failed: 'The series could not be loaded',
  /** Parts of a sentence about what the chart shows. */
  summary: {
    samples: (count: number) => plural(count, { one: '# sample', other: '# samples' }),
    averages: (interval: string) =>
      `, shown as ${interval} averages with their lowest and highest values`,
    newest: ', showing the newest 1,000',
    average: (value: string) => `. Average ${value}`,
    lowest: (value: string, time: string) => `, lowest ${value} on ${time}`,
    highest: (value: string, time: string) => `, highest ${value} on ${time}`,
  },
}
