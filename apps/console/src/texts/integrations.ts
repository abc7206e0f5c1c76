import { plural } from './plural.ts'

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

export const texts = {
  title: 'Integrations',
  lead: 'Webhooks that notify other systems of events, signed and in order.',
  nothingFound: 'No integrations match these filters',
  andMore: (shown: string, more: number) => `${shown} and ${more} more`,
  create: 'Create integration',
  search: 'Search by name or id',
  anyHealth: 'Any health',
  failing: 'Failing',
  notFailing: 'Not failing',
  answered: 'Answered',
  answeredDay: 'Answered 2xx, last 24 hours',
  answeredWeek: 'Answered 2xx, last 7 days',
  noTries: 'No tries',
  share: (ratio: number) => percent.format(Math.floor(ratio * 1000) / 1000),
  tries: (succeeded: number, failed: number) =>
    `${plural(succeeded, { one: '# attempt', other: '# attempts' })} answered 2xx, ${failed} not.`,
  empty: {
    title: 'No integrations yet',
    text: 'An integration sends events to a URL, for example when a thing goes stale or a metric crosses a threshold.',
  },
  again: {
    opens: 'Redeliver failed events…',
    title: 'Redeliver failed events',
    range: 'Events of the last',
    ranges: { '1h': 'Hour', '24h': '24 hours', '7d': '7 days', '30d': '30 days' },
    looking: 'Counting…',
    plan: (count: number) =>
      plural(count, {
        one: '# event will be redelivered with the same webhook-id.',
        other: '# events will be redelivered with the same webhook-ids, oldest first.',
      }),
    none: 'No deliveries failed in this range.',
    outOfReach: (count: number) =>
      plural(count, {
        one: '# event will not be redelivered: whoever set the URL may not read it.',
        other: '# events will not be redelivered: whoever set the URL may not read them.',
      }),
    act: 'Redeliver',
    sending: 'Redelivering',
    cancel: 'Cancel',
    done: (count: number) =>
      plural(count, { one: 'Redelivering # event.', other: 'Redelivering # events.' }),
  },
  name: 'Name',
  status: 'Status',
  events: 'Events',
  resources: 'Resources',
  created: 'Created',
}
