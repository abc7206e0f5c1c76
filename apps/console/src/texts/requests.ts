import { plural } from './plural.ts'

const milliseconds = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

export const texts = {
  changes: 'Changes',
  inAuditLog: 'In the audit log',
  access: {
    failed: 'The key could not be loaded',
    title: 'Access',
    needed: 'Needed',
    notKnown: 'Not known',
    had: 'The key had',
    has: 'The key has',
    hasNow: 'The key has now',
    changedSince: 'Changed since',
    changed: 'The key was changed since then.',
    missing: 'Missing now',
  },
  outcome: 'Outcome',
  call: {
    problem: 'Problem',
    when: 'When',
    took: 'Took',
    notKept: 'Not kept for this call',
    tier: 'Tier',
    alike: 'Similar calls',
    asCurl: 'As curl',
    asCurlHint:
      'The log keeps neither the query nor the body. The command reads the key from the environment variable SLUICE_KEY.',
  },
  requestId: 'Request id',
  key: 'Key',
  address: 'Address',
  addAddress: 'Add this address',
  addScope: 'Add this scope',
  check: {
    title: 'Would it be allowed now?',
    action: 'Check again',
    hint: 'A dry run with the key as it is now, from the same address. It uses no budget.',
  },
  time: 'Time',
  operation: 'Operation',
  times: (calls: number) => plural(calls, { one: '# time', other: '# times' }),
  took: (seconds: number) => `${milliseconds.format(seconds * 1000)} ms`,
  histogram: {
    bar: (day: string, from: string, to: string, counts: string) =>
      `${day}, ${from} to ${to}: ${counts}`,
    lengths: {
      second: (count: number) => plural(count, { one: 'a second', other: '# seconds' }),
      minute: (count: number) => plural(count, { one: 'a minute', other: '# minutes' }),
      hour: (count: number) => plural(count, { one: 'an hour', other: '# hours' }),
      day: 'a day',
    },
    most: (ceiling: number, step: string) =>
      plural(ceiling, { one: `Up to # call in ${step}`, other: `Up to # calls in ${step}` }),
    caption: 'Calls over time, by outcome',
    from: 'From',
  },
  outcomes: 'Outcomes',
  pause: 'Pause',
  follow: 'Follow live',
  filters: {
    resource: 'Resource: an id or a path',
    key: 'Any key',
    title: 'Filters',
    operation: 'Any operation',
    clearOperation: 'Clear: Any operation',
  },
  only: {
    key: 'Only this key',
    operation: 'Only this operation',
    address: 'Only this address',
    resource: 'Only this resource',
  },
  title: 'Request log',
  lead: 'Every call from the last 90 days. Drag over the chart to zoom in.',
  countsFailed: 'The counts could not be loaded',
  calls: 'Calls',
  nothingFound: 'No calls match these filters',
  none: {
    text: 'Calls appear here within seconds and are kept for 90 days.',
    title: 'No calls in this range',
  },
}
