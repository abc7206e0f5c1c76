import type { ReactNode } from 'react'
import { plural } from './plural.ts'

export const texts = {
  access: {
    check: 'Would this be allowed?',
    suggested: 'Suggested access',
  },
  check: {
    at: (zone: string) => `Time (${zone}), now if empty`,
    notJson: 'Must be JSON.',
    action: 'Check',
    operation: 'Operation',
    body: 'Body',
    address: 'From address',
    any: 'Any',
  },
  verdict: {
    steps: {
      key: 'Key',
      status: 'Status',
      address: 'Address',
      bucket: 'Rate limit',
      input: 'Input',
      scope: 'Scope',
      state: 'State',
    },
    results: { passed: 'passed', failed: 'failed', 'not-reached': 'not reached' },
    yes: 'Yes, it would be allowed',
    no: (status: number | string, code: string) => `No, the answer would be ${status} ${code}`,
  },
  edit: {
    title: (name: string) => `Edit “${name}”`,
    done: (name: string) => `“${name}” saved.`,
  },
  replay: {
    judged: (calls: string, judged: string) => `${judged} of ${calls} calls were replayed.`,
    lists: (count: number) =>
      plural(count, {
        one: '# list would be answered, but may have fewer items.',
        other: '# lists would be answered, but may have fewer items.',
      }),
    refused: (count: number) =>
      plural(count, {
        one: '# call from the last 7 days would be refused',
        other: '# calls from the last 7 days would be refused',
      }),
    needs: (action: string, filter: string) => `needs ${action} on ${filter}`,
    group: (calls: string, operation: string, address: string, reason: string, last: ReactNode) => (
      <>
        <strong>{calls}</strong> <code>{operation}</code> from <code>{address}</code>: {reason},
        last {last}
      </>
    ),
    noCalls: 'The key made no calls in the last 7 days, so there is nothing to replay.',
    none: 'None of the calls from the last 7 days would be refused',
    narrowed: 'may have fewer items',
    address: 'its address is not on the list',
    noScope: 'no scope allows it',
  },
  review: {
    replaying: 'Replaying the last 7 days',
    failed: 'The replay failed, so the effect of your change is unknown',
    back: 'Back',
    saveAnyway: 'Save anyway',
    save: 'Save',
  },
  general: {
    used: (used: number, others: string) =>
      `${plural(used, { one: '# thing', other: '# things' })} used, ${others} allowed`,
    others: (count: number) => plural(count, { one: '# other', other: '# others' }),
    title: 'General scopes',
    text: 'Scopes for a site, a fleet or a thing type instead of for each thing. They also allow things that join later.',
    narrowest: 'The key already has the narrowest such scopes for its calls.',
  },
  suggestion: {
    caption: (title: string) => `Suggestion: ${title}`,
    suggested: 'Suggested',
    preview: 'Preview and apply…',
    apply: 'Apply the suggestion',
    calls: 'Calls',
    last: 'Last',
  },
  suggestions: {
    noCalls: (days: string) =>
      `No successful calls in the last ${days} days, so there is no suggestion.`,
    basedOn: (calls: number, days: string) =>
      `Based on ${plural(calls, { one: '# successful call', other: '# successful calls' })} from the last ${days} days.`,
    addressCount: (count: number) => plural(count, { one: '# address', other: '# addresses' }),
    failed: 'The suggestions could not be loaded',
    exact: 'Exact scopes',
    scopes: 'Scopes',
    noScope: 'The calls needed no scope.',
    narrowest: 'The key already has the narrowest scopes for its calls.',
    tooManyKinds:
      'The calls were of too many different kinds to examine all of them, so there is no suggestion.',
    addresses: 'Allowed addresses',
    tooMany:
      'The calls came from more networks than an address list can hold, so there is no suggestion.',
    smallest: 'The key already has the narrowest address list that allows its calls.',
  },
}
