import { plural } from './plural.ts'

export const texts = {
  outcomes: {
    ok: 'ok',
    refused: 'refused',
    failed: 'failed',
  },
  byDay: {
    calls: (day: string, calls: number) =>
      `${day}: ${plural(calls, { one: '# call', other: '# calls' })}`,
    caption: 'Calls by day and outcome',
    day: 'Day',
    title: 'Calls by day',
  },
  lastDays: (days: string) => `Last ${days} days`,
  failed: 'The usage could not be loaded',
  days: 'Days',
  byOperation: {
    caption: 'Calls by operation',
    title: 'By operation',
    operation: 'Operation',
  },
  byAddress: {
    caption: 'Calls by address',
    title: 'By address',
    address: 'Address',
  },
  unknown: 'Calls not loaded',
  none: 'No calls in this period.',
  table: {
    share: 'Share',
    calls: 'Calls',
    refused: 'Refused',
    failed: 'Failed',
    last: 'Last',
  },
  totals: (calls: number, refused: string, failed: string, zone: string) =>
    `${plural(calls, { one: '# call', other: '# calls' })}, ${refused} refused, ${failed} failed. Days in ${zone}.`,
  inDays: (calls: number, days: number) =>
    `${plural(calls, { one: '# call', other: '# calls' })} in ${days} days`,
}
