import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'
import { newTemplate, thingsOf } from './testing/depot.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

const setUp = (draft?: Parameters<typeof newTemplate>[1]) => newTemplate(core, draft)

describe('built-in templates', () => {
  test('are listed in every organization and cannot be changed', async () => {
    const tenant = await setUp()
    const list = await tenant.act('templates.list', { query: { limit: 2 } })
    const rest = await tenant.act('templates.list', {
      query: { limit: 2, cursor: list.nextCursor ?? '' },
    })
    expect([...list.items, ...rest.items].map(({ id }) => id)).toEqual([
      ...['depot', 'sluice.building-meter', 'sluice.cold-chain-truck', 'sluice.weather-station'],
    ])
    expect(rest.nextCursor).toBeNull()
    const params = { templateId: 'sluice.weather-station' }
    await expect(
      tenant.act('templates.update', { params, body: { name: 'x' } }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await expect(tenant.act('templates.delete', { params })).rejects.toMatchObject({
      code: 'conflict',
    })
    const text = await tenant.act('templates.list', { query: { text: 'METER' } })
    expect(text.items.map(({ id }) => id)).toEqual(['sluice.building-meter'])
  })

  test('a name is found by any of its letters, whatever their case', async () => {
    const { act } = await newOrganization(core)
    const resources = [{ kind: 'fleet' as const, id: 'f', properties: { name: 'F' } }]
    for (const name of ['Überwachung 100%', 'Kühlkette', 'Other']) {
      await act('templates.create', { body: { name, resources } })
    }
    const found = async (text: string) =>
      (await act('templates.list', { query: { text, sort: 'name' } })).items.map(({ name }) => name)
    expect(await found('überWACHUNG 100%')).toEqual(['Überwachung 100%'])
    expect(await found('Ü')).toEqual(['Kühlkette', 'Überwachung 100%'])
    expect(await found('ü%e')).toEqual([])
  })

  test.each(['building-meter', 'cold-chain-truck', 'weather-station'])(
    'include %s, which applies as it is, and again without a change',
    async (name) => {
      const tenant = await newOrganization(core)
      const apply = () =>
        tenant.act('templates.apply', { params: { templateId: `sluice.${name}` }, body: {} })
      const first = await apply()
      expect(first.summary).toMatchObject({ update: 0, conflict: 0 })
      expect(first.summary.create).toBe(first.resources.length)
      expect((await apply()).summary.unchanged).toBe(first.resources.length)
      expect((await thingsOf(tenant)).length).toBeGreaterThan(0)
    },
  )
})
