import type { Fault, Integration } from '@sluice/contract'
import { invalidRequest, Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { type Need, scopesContain } from '../scopes/index.ts'
import { resourcesOf } from './resources-of.ts'

type Wanted = Pick<Integration, 'url' | 'eventTypes' | 'resourceFilter' | 'thresholds'>

/** Throws `invalid-request` for an integration that could not deliver all the events that it subscribes to. */
export function requireSound(ctx: Pick<Context, 'localReceivers'>, wanted: Wanted): void {
  const faults: Fault[] = []
  const { url, eventTypes, resourceFilter, thresholds } = wanted
  if (new URL(url).protocol === 'http:' && !ctx.localReceivers) {
    faults.push({ pointer: '/body/url', detail: 'must begin with https://' })
  }
  for (const [i, type] of eventTypes.entries()) {
    if (resourcesOf(type, resourceFilter).length > 0) continue
    const detail = `is about no resource that ${resourceFilter} can match`
    faults.push({ pointer: `/body/eventTypes/${i}`, detail })
  }
  const judges = eventTypes.some((type) => type.startsWith('metric.'))
  if (judges !== thresholds.length > 0) {
    const detail = judges
      ? 'are required for metric.breached and metric.cleared'
      : 'apply only to metric.breached and metric.cleared: subscribe to one of them, or remove the thresholds'
    faults.push({ pointer: '/body/thresholds', detail })
  }
  if (faults.length > 0) throw invalidRequest(faults)
}

/**
 * An integration may only report what its maker may read, and keys only if its maker may read keys. Otherwise it would
 * bypass scopes. Throws `scope-missing` or `key-type-not-allowed`.
 */
export function requireDeliverable(ctx: Pick<Context, 'actor' | 'needs'>, wanted: Wanted): void {
  const { actor, needs } = ctx
  if (actor.type === 'key' && actor.keyType !== 'Admin') {
    const ofKeys = wanted.eventTypes.find((type) => type.startsWith('key.'))
    const detail = `Only a key of type Admin can subscribe to ${ofKeys}.`
    if (ofKeys) throw new Problem('key-type-not-allowed', { detail })
  }
  const filters = [
    ...new Set(wanted.eventTypes.flatMap((type) => resourcesOf(type, wanted.resourceFilter))),
  ]
  const beyond = filters.find(
    (resourceFilter) => !scopesContain(actor.scopes, { action: 'read', resourceFilter }),
  )
  for (const filter of filters) {
    const need: Need = { action: 'read', paths: [filter], whole: true }
    if (filter === beyond) needs.noteMissing(need)
    else needs.note(need)
  }
  if (beyond === undefined) return
  throw new Problem('scope-missing', {
    detail:
      `An integration can only receive events of resources that its creator may read. This needs the scope ` +
      `{"action": "read", "resourceFilter": "${beyond}"}.`,
  })
}
