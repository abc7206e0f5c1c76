import { plural } from './plural.ts'

export const texts = {
  now: 'just now',
  shareOn: (percent: string) => `${percent} on`,
  soon: 'in a moment',
  ago: (length: string) => `${length} ago`,
  ahead: (length: string) => `in ${length}`,
  /** Abbreviated durations. */
  lengths: {
    year: (count: number) => plural(count, { one: '# year', other: '# years' }),
    day: (count: number) => plural(count, { one: '# day', other: '# days' }),
    hour: (count: number) => `${count} h`,
    minute: (count: number) => `${count} min`,
    second: (count: number) => `${count} s`,
  },
}
