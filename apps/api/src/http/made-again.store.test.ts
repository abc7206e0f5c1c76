/** A resource that is deleted and created again under its id is a different one: etags of the first do not match it. */
import { type ActorName, actorNames, operations, takesIfMatch } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { canMake, makeResource } from '../testing/make-resource.ts'
import { sampleCalls } from '../testing/sample-calls.ts'
import { send } from '../testing/send.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { api } = at
const id = 'again'

const parametersOf = (name: ActorName) =>
  [...operations[name].path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)

const changes = actorNames.filter((name) => {
  const parameters = parametersOf(name)
  return takesIfMatch(operations[name]) && parameters.length > 0 && parameters.every(canMake)
})

/** The row that deletes what another row's path names. */
const deleterOf = (name: ActorName) =>
  changes.find(
    (other) =>
      operations[other].method === 'DELETE' &&
      operations[other].path.endsWith('}') &&
      parametersOf(other).join() === parametersOf(name).join(),
  ) as ActorName

async function sceneOf(name: ActorName) {
  const parameters = parametersOf(name)
  const params = Object.fromEntries(parameters.map((parameter) => [parameter, id]))
  const last = parameters.at(-1) as string
  for (const parameter of parameters.slice(0, -1)) await makeResource(at.tenant, parameter, id)
  const { query = {}, body } = await sampleCalls[name](at.tenant)
  return {
    make: () => makeResource(at.tenant, last, id),
    remove: () => send(api.url, deleterOf(name), { params }, at.admin),
    act: (etag: string) =>
      send(api.url, name, { params, query, body }, at.admin, { 'If-Match': `"${etag}"` }),
  }
}

describe.each(changes)('%s', (name) => {
  test('is refused with the etag of one that was deleted', async () => {
    const { make, remove, act } = await sceneOf(name)
    const first = await make()
    expect((await remove()).status).toBe(204)
    const second = await make()
    expect((await act(first.etag)).status).toBe(412)
    expect((await act(second.etag)).status).not.toBe(412)
  })
})

describe('the etag of a thing that was deleted and made again', () => {
  async function madeAgain() {
    const { act } = at.tenant
    const first = await act('things.batch', {
      body: { things: [{ id, name: id, thingTypeId: 'truck' }] },
    })
    await act('things.delete', { params: { thingId: id } })
    await makeResource(at.tenant, 'thingId', id)
    return { id, etag: first.items[0]?.etag ?? '' }
  }

  test('is stale in a batch', async () => {
    const body = { things: [{ ...(await madeAgain()), name: 'Renamed' }] }
    expect((await send(api.url, 'things.batch', { body }, at.admin)).status).toBe(412)
  })

  test('is stale in a change of many', async () => {
    const body = { things: [await madeAgain()], change: { status: 'Retired' } }
    const { json } = await send(api.url, 'things.change', { body }, at.admin)
    expect(json.items).toMatchObject([{ outcome: 'stale' }])
  })
})
