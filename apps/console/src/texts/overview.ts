import { plural } from './plural.ts'

export const texts = {
  samples: {
    title: 'Samples in the last 24 hours',
    caption: 'Samples accepted by hour',
    more: 'Usage',
    what: 'The samples',
    most: (ceiling: string) => `Up to ${ceiling} samples in an hour`,
    inHour: (time: string, samples: number) =>
      `${time}: ${plural(samples, { one: '# sample', other: '# samples' })}`,
    now: 'now',
  },
}
