import { plural } from './plural.ts'

/** Texts of charts, which the pages of places show as well. */
export const texts = {
  answered: {
    range: (from: string, to: string) => `${from} to ${to}`,
    interval: (aggregate: string, interval: string) => `, ${aggregate} per ${interval}`,
    widened: (interval: string) =>
      ` An interval of ${interval} would give too many points for the chart.`,
    band: ', with min and max',
    where: (conditions: string) => `, only where ${conditions}`,
    newest: ' Only the newest samples fit: choose a shorter range.',
    thinned: (samples: string) => `, downsampled from ${samples} samples`,
    cut: ' Not all points fit: choose a wider interval.',
    live: ', updated every 5 seconds',
    toLatest: 'Go to the latest sample',
  },
  failed: 'The series could not be loaded',
  lacks: {
    before: 'The previous period could not be loaded.',
    outliers: 'The things that stand out could not be loaded.',
    statistics: 'The figures below the charts could not be loaded.',
  },
  noMetrics: {
    text: 'The types of these things have no metrics.',
    title: 'No metrics to chart',
  },
  notes: {
    before: (label: string) => `${label}, previous period`,
    firstThings: (shown: number, total: number) =>
      `The first ${shown} of ${total} things. Narrow the filter to see others.`,
    firstLines: (shown: number, total: number) => `The first ${shown} of ${total} things.`,
    firstGroups: (shown: number, total: number) => `The first ${shown} of ${total} groups.`,
    tooMany: 'Too many things to tell which ones stand out. Narrow the filter.',
    silent: (count: number, total: number) =>
      `${count} of ${total} things sent nothing in this range.`,
    mixed: (units: string) =>
      `The types of these things define this metric in different units: ${units}. Values are shown as they were sent.`,
    noUnit: 'none',
    listed: 'A list, because these samples alone do not tell how long a state lasted.',
    far: (count: number) =>
      count === 0
        ? 'No thing stands out.'
        : plural(count, {
            one: 'The thing furthest from the rest has a line of its own.',
            other: 'The # things furthest from the rest have lines of their own.',
          }),
  },
  states: {
    partlyOn: 'partly on',
    noData: 'no data',
  },
  groups: {
    all: 'All things',
    allOf: (count: number) => plural(count, { one: 'The # thing', other: 'All # things' }),
    none: { site: 'No site', fleet: 'No fleet' },
    withoutLabel: 'Without the label',
  },
}
