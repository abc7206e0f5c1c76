import { plural } from './plural.ts'

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
  controls: {
    title: 'Query',
    interval: 'Interval',
    aggregate: 'Aggregate',
    shownAs: 'Shown as',
    chart: 'Chart',
    table: 'Table',
    compare: 'Compare with previous period',
    live: 'Live',
  },
  title: 'Explore',
  lead: 'Compare things over time. Drag over a chart to zoom in.',
  export: 'Export CSV',
  noSuch: {
    text: 'Nothing that you have access to matches this selection.',
    title: 'No matching things',
  },
  choose: {
    text: 'Pick individual things, or all things in a fleet, site or thing type. Their first metric is charted right away. Add more metrics to compare.',
    title: 'Choose things',
  },
  metrics: {
    label: 'Metrics',
    choose: 'Choose metrics',
    nothingFound: 'Metric not found',
  },
  states: {
    partlyOn: 'partly on',
    noData: 'no data',
  },
  things: {
    ofFleet: 'All in fleet',
    any: 'Any',
    clearFleet: 'Clear the fleet',
    ofSite: 'All in site',
    clearSite: 'Clear the site',
    ofType: 'All of type',
    clearType: 'Clear the type',
    withLabel: 'With label',
    labelExample: 'line=red',
    label: 'Things',
    search: 'Search by name or id',
  },
  lines: {
    label: 'Lines',
    each: 'Each thing',
    all: 'All together',
    bySite: 'By site',
    byFleet: 'By fleet',
    byLabel: (label: string) => `By label ${label}`,
  },
  timeline: {
    of: (metric: string, line: string, states: string) => `${metric} of ${line}: ${states}`,
    stretch: (state: string, length: string, from: string, to: string) =>
      `${state} for ${length}, ${from} to ${to}`,
  },
  groups: {
    all: 'All things',
    allOf: (count: number) => plural(count, { one: 'The # thing', other: 'All # things' }),
    none: { site: 'No site', fleet: 'No fleet' },
    withoutLabel: 'Without the label',
  },
}
