import { formatCount } from '#format/values.ts'
import { plural } from './plural.ts'

export const texts = {
  leftNow: 'Left now',
  changeOpens: 'Change…',
  changeOf: (tier: string) => `Change ${tier}`,
  reset: 'Reset to default',
  resetOpens: 'Reset to default…',
  resetOf: (tier: string) => `Reset ${tier} to default`,
  resets: {
    title: (tier: string) => `Reset the ${tier} limit to default?`,
    effect: (now: string, usual: string) => `Now: ${now}. Within a second: ${usual}.`,
    notDedicated: 'data calls use the standard limit',
    done: (tier: string) => `The ${tier} limit was reset.`,
  },
  addIngestion: 'Add dedicated ingestion…',
  title: (tier: string) => `Change the ${tier} limit`,
  change: 'Change',
  changed: (tier: string) => `The ${tier} limit was changed. It takes effect within a second.`,
  perMinute: (tier: string) => `Requests a minute, ${tier}`,
  burst: (tier: string) => `Burst, ${tier}`,
  until: (zone: string) => `Until (${zone})`,
  untilHint:
    'Then the permanent or default limits apply again. Leave it empty for no end. Earlier temporary limits of this tier end at once.',
  untilHintOfTiers:
    'Then the permanent or default limits apply again; storage stays. Leave it empty for no end. Earlier temporary limits of these tiers end at once.',
  reason: 'Reason',
  reasonHint: 'The organization sees it.',
  storage: {
    gib: (kind: string) => `Storage in GiB, ${kind}`,
    changeOf: (kind: string) => `Change the storage of ${kind}`,
    resetOf: (kind: string) => `Reset the storage of ${kind} to default`,
    resets: {
      title: (kind: string) => `Reset the storage of ${kind} to default?`,
      effect: (now: string, usual: string) =>
        `Now: up to ${now}. Within a second: up to ${usual}. If more is stored, nothing can be added.`,
      done: (kind: string) => `The storage of ${kind} was reset.`,
    },
    changed: (kind: string) => `The storage of ${kind} was changed.`,
  },
  /** The effect of other limits on the last days. */
  whatIf: {
    none: (days: number) => `No calls in the last ${days} days.`,
    past: (days: number, calls: number, limited: number) =>
      plural(calls, {
        one: `Last ${days} days: # call, ${some(limited)} rate limited.`,
        other: `Last ${days} days: # calls, ${some(limited)} rate limited.`,
      }),
    outcome: (limited: number) => `With these limits, ${some(limited)} would have been.`,
  },
}

const some = (count: number) => (count === 0 ? 'none' : formatCount(count))
