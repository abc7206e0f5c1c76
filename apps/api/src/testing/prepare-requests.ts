import {
  type ActorName,
  type Operation,
  type OperationName,
  operationNames,
  operations,
} from '@sluice/contract'
import {
  endings,
  type GeneratedCall,
  type RandomRequest,
  randomOf,
  randomRequests,
} from '@sluice/contract/testing'
import { canMake, makeResource } from './make-resource.ts'
import { type SampleCall, sampleCalls } from './sample-calls.ts'
import type { Tenant } from './tenant.ts'
import type { WireAnswer } from './wire.ts'

/** Of the ids and next pages that answers tell: so many of a kind, so that those with samples are named often. */
const KEPT = 3
/** More than are under way at once. */
const UNDER_WAY = 64

/** Texts that the schemas of some members do not tell. */
const members = {
  from: ['2026-06-01T00:00:00Z', '2026-06-01T11:00:00.000001Z'],
  to: ['2026-06-02T00:00:00Z', 'now'],
  metrics: ['temperature', 'temperature:avg', 'temperature:p95,temperature:last'],
  where: ['temperature>3'],
  groupBy: ['thing', 'none', 'site', 'label:line'],
  timezone: ['Europe/Oslo', 'Australia/Lord_Howe'],
  label: ['line', 'line=south'],
}

export interface PreparedRequests {
  /** Without end. Something is made for each that deletes or revokes, so that nothing is gone that others name. */
  readonly requests: AsyncGenerator<RandomRequest, never>
  /** The strings of their callers' keys. */
  readonly keys: Partial<Record<RandomRequest['caller'], string>>
  /** Takes in an answer, whose ids and next pages later requests name. */
  learn(request: RandomRequest, answer: WireAnswer): void
}

/** Creates a resource for every kind of id, and a key for every caller. */
export async function prepareRequests(tenant: Tenant, seed: number): Promise<PreparedRequests> {
  const bases: Partial<Record<OperationName, GeneratedCall>> = {}
  const ids: Record<string, string[]> = { ...members }
  const nextPages: Partial<Record<OperationName, string[]>> = {}
  for (const name of operationNames) {
    const call = await sampleCalls[name](tenant)
    bases[name] = name === 'mappings.create' ? withoutDefault(call) : call
    if (endings.includes(name)) continue
    for (const [parameter, id] of Object.entries(call.params ?? {})) {
      ids[parameter] = [...new Set([...(ids[parameter] ?? []), id])]
    }
  }
  const fresh = new Map<OperationName, Record<string, string>>()
  const spent: { readonly name: OperationName; readonly params: Record<string, string> }[] = []
  const spend = (name: OperationName) => {
    const params = fresh.get(name)
    if (!params) throw new Error(`Nothing was made for ${name}.`)
    fresh.delete(name)
    spent.push({ name, params })
    return params
  }
  /** Ends what earlier requests were to end, if they were refused: an organization may have few of some kinds. */
  async function endSpent() {
    for (const { name, params } of spent.splice(0, spent.length - UNDER_WAY)) {
      await tenant.act(name as ActorName, { params } as never).catch(() => {})
    }
  }
  const random = randomRequests(randomOf(seed), { ids, bases, nextPages, spend })
  async function* requests(): AsyncGenerator<RandomRequest, never> {
    for (let made = 0; ; ) {
      for (const name of endings.filter((one) => !fresh.has(one))) {
        made += 1
        await endSpent()
        fresh.set(name, await newParams(tenant, name, `spent-${made}`))
      }
      yield random.next().value
    }
  }
  return {
    ...{ requests: requests(), keys: await keysOf(tenant) },
    learn({ name, path }, { status, headers, text }) {
      if (status >= 300 || !headers['content-type']?.includes('json') || text === '') return
      const { id, nextCursor } = JSON.parse(text) as Record<string, unknown>
      if (typeof nextCursor === 'string') {
        nextPages[name] = kept(nextPages[name] ?? [], withCursor(path, nextCursor))
      }
      const parameter = status === 201 ? createdBy(name) : undefined
      if (parameter === undefined || typeof id !== 'string') return
      const [first = id, ...others] = ids[parameter] ?? []
      ids[parameter] = [first, ...kept(others, id)]
    },
  }
}

/** With another default most samples would be refused from then on. */
function withoutDefault({ body, ...call }: SampleCall): SampleCall {
  return { ...call, body: { ...(body as object), isDefault: false } }
}

function withCursor(path: string, cursor: string): string {
  const [base = '', query] = path.split('?')
  const asked = new URLSearchParams(query)
  asked.set('cursor', cursor)
  return `${base}?${asked}`
}

function kept(before: readonly string[], one: string): string[] {
  return [...before, one].slice(-KEPT)
}

/** The parameter of a path that names what a row creates. */
function createdBy(name: OperationName): string | undefined {
  const getter = name.replace(/\.create$/, '.get')
  if (getter === name || !(getter in operations)) return undefined
  const { params }: Operation = operations[getter as OperationName]
  return Object.keys(params?.shape ?? {})[0]
}

async function newParams(tenant: Tenant, name: OperationName, id: string) {
  const { params }: Operation = operations[name]
  const made: Record<string, string> = {}
  for (const parameter of Object.keys(params?.shape ?? {})) {
    if (canMake(parameter)) await makeResource(tenant, parameter, id)
    made[parameter] = canMake(parameter) ? id : (await tenant.mint()).id
  }
  return made
}

async function keysOf({ mint }: Tenant) {
  const scope = (action: 'read' | '*', resourceFilter: string) => [{ action, resourceFilter }]
  return {
    all: (await mint()).key,
    reader: (await mint({ scopes: scope('read', '#') })).key,
    narrow: (await mint({ scopes: scope('*', 'THING/truck/#') })).key,
    unknown: 'svcex_nonsense',
  }
}
