import { plural } from './plural.ts'

export const texts = {
  byThing: {
    none: 'No samples in this period.',
    caption: 'Accepted samples per thing',
    others: (samples: string) => `${samples} more from other things, including deleted ones.`,
    thing: 'Thing',
    share: 'Share',
    samples: 'Samples',
    title: 'By thing',
  },
  byDay: {
    samples: (count: number) => plural(count, { one: '# sample', other: '# samples' }),
    accepted: (samples: string) => `${samples} accepted`,
    caption: 'Accepted samples per day',
  },
  title: 'Usage',
  lead: 'Accepted samples, counted by the UTC day on which they arrived. A sample that is sent again counts again. Erasing samples does not reduce the count.',
  failed: 'The usage could not be loaded',
  lastDays: (days: number) => `Last ${days} days`,
}
