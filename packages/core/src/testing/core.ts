import { randomBytes, randomUUID } from 'node:crypto'
import type { ActorName, Call, KeyType, Output, Scope } from '@sluice/contract'
import { memoryWriter } from '@sluice/telemetry/testing'
import { inject } from 'vitest'
import type { Actor, KeyActor } from '../actor.ts'
import type { Prisma } from '../database/generated/client.ts'
import { actorOfKey } from '../keys/index.ts'
import { type CoreOptions, openCore } from '../open-core.ts'
import { actForOrganization } from '../organizations/act-for.ts'
import { createOrganization } from '../organizations/create.ts'
import { perform } from '../pipeline/perform.ts'
import { run } from '../pipeline/run.ts'

export type TestCore = ReturnType<typeof openTestCore>

/**
 * The core over the tests' shared stores, with a clock that stands still until a test advances it. Caches are valid as
 * long as the node listens, however slow the machine is.
 */
export function openTestCore(
  start = new Date('2026-06-01T12:00:00Z'),
  options: Partial<CoreOptions> = {},
) {
  let now = start.getTime()
  const core = openCore({
    databaseUrl: inject('databaseUrl'),
    clickhouseUrl: inject('clickhouseUrl'),
    peppers: new Map([[1, randomBytes(32).toString('hex')]]),
    clock: () => new Date(now),
    trustClock: () => ({ steady: 0, wall: 0 }),
    sampleWriter: memoryWriter(() => now),
    ...options,
  })
  const advance = (seconds: number) => {
    now += seconds * 1000
  }
  return { ...core, advance }
}

/** A new organization, with calls as the system or as a key with given scopes. */
export async function newOrganization(core: TestCore) {
  const id = `org-${randomUUID()}`
  await createOrganization(core, { id, name: id })
  const system = await actForOrganization(core, 'test', id)
  if (!system) throw new Error('The test organization was not made.')
  const { organization } = system
  const service: Actor = system

  function actAs<Name extends ActorName>(
    actor: Actor,
    name: Name,
    call: Call<Name>,
  ): Promise<Output<Name>> {
    return perform(core, { name, actor: actor as never, call, requestId: 'test', address: null })
  }

  /** Actors of keys that were never created, by their scopes. */
  const keys = new Map<string, Promise<KeyActor>>()

  async function keyWith(scopes: Scope[]): Promise<KeyActor> {
    const key = { id: randomBytes(6).toString('hex'), name: 'tester', keyType: 'Admin' } as const
    const columns = { digest: randomBytes(32), pepperVersion: 1, lastFour: 'test', createdBy: {} }
    const data = { ...key, ...columns, organizationId: id, scopes: scopes as never }
    await core.db.key.create({ data })
    const bounds = { scopes, budgetShare: null, expiresAt: null, allowedIpCidrs: [] }
    return { ...key, type: 'key', organization, ...bounds }
  }

  async function act<Name extends ActorName>(
    name: Name,
    call: Call<Name>,
    ...scopes: Scope[]
  ): Promise<Output<Name>> {
    const text = JSON.stringify(scopes)
    const key = scopes.length > 0 ? (keys.get(text) ?? keyWith(scopes)) : undefined
    if (key) keys.set(text, key)
    return actAs((await key) ?? service, name, call)
  }

  /** A stored key, so that what it sets belongs to it, with its calls. Creates no event. */
  async function newHolder(scopes: Scope[], draft: Partial<Prisma.KeyUncheckedCreateInput> = {}) {
    const row = await core.db.key.create({
      data: {
        ...{
          id: randomUUID(),
          organizationId: id,
          keyType: 'External',
          name: 'holder',
          lastFour: '',
        },
        ...{ digest: new Uint8Array(), pepperVersion: 1, createdBy: {}, createdAt: core.clock() },
        ...draft,
        scopes: [...scopes],
      },
    })
    const actor = actorOfKey(row, organization)
    return {
      id: row.id,
      act: <Name extends ActorName>(name: Name, call: Call<Name>) => actAs(actor, name, call),
    }
  }

  function mint(draft: Partial<Call<'keys.create'>['body']> & { keyType?: KeyType } = {}) {
    const scopes: Scope[] = [{ action: '*', resourceFilter: '#' }]
    return act('keys.create', { body: { keyType: 'Admin', name: 'test', scopes, ...draft } })
  }

  /** The outcome of `GET /v2/key` through the whole pipeline. */
  async function useKey(keyString: string): Promise<string> {
    const answer = await run(core, {
      ...{ name: 'keys.self', keyString, address: '192.0.2.1', requestId: 'test' },
      ...{ ifMatch: undefined, params: {}, query: {}, readBody: undefined },
    })
    return 'problem' in answer ? answer.problem.code : 'in'
  }

  return { id, system, act, mint, newHolder, useKey }
}
