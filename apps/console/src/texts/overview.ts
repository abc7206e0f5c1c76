import { plural } from './plural.ts'

export const texts = {
  samples: {
    title: 'Samples in the last 24 hours',
    caption: 'Accepted samples per hour',
    more: 'Usage',
    failed: 'The samples could not be loaded',
    most: (ceiling: number) =>
      plural(ceiling, { one: 'Up to # sample in an hour', other: 'Up to # samples in an hour' }),
    inHour: (time: string, samples: number) =>
      `${time}: ${plural(samples, { one: '# sample', other: '# samples' })}`,
    now: 'now',
  },
  concerns: {
    leaked: (count: number) =>
      plural(count, {
        one: '# key was reported as leaked',
        other: '# keys were reported as leaked',
      }),
    full: (count: number) =>
      plural(count, {
        one: '# storage quota is nearly used up',
        other: '# storage quotas are nearly used up',
      }),
    failed: (count: number) =>
      plural(count, {
        one: '# call failed in the last 24 hours',
        other: '# calls failed in the last 24 hours',
      }),
    failing: (count: number) =>
      plural(count, { one: '# integration is failing', other: '# integrations are failing' }),
    silent: (count: number) =>
      plural(count, { one: '# thing is silent', other: '# things are silent' }),
    limited: (count: number) =>
      plural(count, {
        one: '# call was over a limit in the last 24 hours',
        other: '# calls were over a limit in the last 24 hours',
      }),
    refused: (count: number) =>
      plural(count, {
        one: '# key has many refused calls',
        other: '# keys have many refused calls',
      }),
    expiring: (count: number) =>
      plural(count, { one: '# key expires within 30 days', other: '# keys expire within 30 days' }),
  },
  attention: {
    title: 'Needs attention',
    none: 'Nothing right now',
    looking: 'Looking…',
    failed: 'What needs attention could not be loaded',
  },
  figures: {
    activeKeys: 'Active keys',
    things: 'Things',
    sites: 'Sites',
    samplesToday: 'Samples today',
    lastData: 'Last data',
    noneYet: 'None yet',
  },
  title: 'Overview',
  lead: (name: string) => `${name} at a glance.`,
  failed: 'The overview could not be loaded',
  calls: {
    title: 'Calls in the last 24 hours',
    more: 'Request log',
    failed: 'The calls could not be loaded',
  },
  limits: {
    title: 'Requests left',
    more: 'Limits',
  },
  api: 'API',
  baseUrl: 'the base URL of the API',
  recentlySeen: {
    name: 'Name',
    id: 'Id',
    type: 'Type',
    lastSeen: 'Last seen',
    title: 'Recently seen things',
  },
}
