import { plural } from './plural.ts'

export const texts = {
  byThing: {
    none: 'No samples in this period.',
    caption: 'Samples accepted by thing',
    others: (samples: string) => `${samples} more from other things, including deleted ones.`,
    thing: 'Thing',
    share: 'Share',
    samples: 'Samples',
    title: 'By thing',
  },
  byDay: {
    samples: (count: number) => plural(count, { one: '# sample', other: '# samples' }),
    accepted: (samples: string) => `${samples} accepted`,
    caption: 'Samples accepted by day',
  },
  title: 'Usage',
  lead: 'Samples accepted by the UTC day they arrived. A resent sample counts again. Erasing does not reduce the count.',
  failed: 'The usage could not be loaded',
  lastDays: (days: number) => `Last ${days} days`,
}
