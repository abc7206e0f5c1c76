import { type OperationName, operationNames } from '@sluice/contract'
import {
  type GeneratedCall,
  type RandomRequest,
  randomOf,
  randomRequests,
} from '@sluice/contract/testing'
import { sampleCalls } from './sample-calls.ts'
import type { Tenant } from './tenant.ts'

/** Creates a resource for every kind of id. Returns endless random requests, and the strings of their callers' keys. */
export async function prepareRequests(tenant: Tenant, seed: number) {
  const bases: Partial<Record<OperationName, GeneratedCall>> = {}
  const ids: Record<string, string[]> = {}
  for (const name of operationNames) {
    const call = await sampleCalls[name](tenant)
    bases[name] = call
    for (const [parameter, id] of Object.entries(call.params ?? {})) {
      ids[parameter] = [...(ids[parameter] ?? []), id]
    }
  }
  const scope = (action: 'read' | '*', resourceFilter: string) => [{ action, resourceFilter }]
  const keys: Partial<Record<RandomRequest['caller'], string>> = {
    all: (await tenant.mint()).key,
    reader: (await tenant.mint({ scopes: scope('read', '#') })).key,
    narrow: (await tenant.mint({ scopes: scope('*', 'THING/truck/#') })).key,
    unknown: 'svcex_nonsense',
  }
  const pools = { ids, bases, cursors: ['eyJpZCI6MX0', '%', 'x'.repeat(500)] }
  return { requests: randomRequests(randomOf(seed), pools), keys }
}
