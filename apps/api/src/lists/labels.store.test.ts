import { type ActorName, operationNames, operations } from '@sluice/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SampleCall } from '../testing/sample-calls.ts'
import { send } from '../testing/send.ts'
import { tenantWithCall } from '../testing/tenant-with-call.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()

interface Row {
  readonly query?: { readonly shape: Record<string, unknown> }
  readonly body?: { readonly shape?: Record<string, unknown> }
}

const rows: Partial<Record<string, Row>> = operations as never

/** Lists with a label filter. */
const labelled = operationNames.filter((name) => {
  const query = rows[name]?.query
  return name.endsWith('.list') && query?.shape.label !== undefined
})

test('every list of resources with labels is narrowed by one', () => {
  const withLabels = operationNames.filter((name) => {
    const create = rows[name.replace('.list', '.create')]
    return name.endsWith('.list') && create?.body?.shape?.labels !== undefined
  })
  expect(labelled.toSorted()).toEqual(withLabels.toSorted())
  expect(labelled.length).toBeGreaterThanOrEqual(8)
})

describe.each(labelled)('%s', (name) => {
  const noun = name.replace('.list', '')
  let key: string
  const list = async (query: Record<string, string>) => {
    const answer = await send(api.url, name, { query }, key)
    expect(answer.status, answer.text).toBe(200)
    return (answer.json.items as { id: string }[]).map(({ id }) => id).sort()
  }

  beforeAll(async () => {
    const { tenant, call } = await tenantWithCall(api, `${noun}.create` as ActorName)
    key = (await tenant.mint()).key
    const make = async (id: string, labels: Record<string, string>) => {
      const body = { ...(call.body as object), id, name: id, labels, isDefault: undefined }
      const made = await send(api.url, `${noun}.create` as ActorName, { body } as SampleCall, key)
      expect(made.status, made.text).toBe(201)
    }
    await make('north-1', { line: 'north' })
    await make('south-1', { line: 'south' })
    await make('empty-1', { line: '' })
    await make('other-1', { 'line/2': 'north' })
    await make('plain-1', {})
  })

  test('by its name, or by name and value', async () => {
    expect(await list({ label: 'line' })).toEqual(['empty-1', 'north-1', 'south-1'])
    expect(await list({ label: 'line=north' })).toEqual(['north-1'])
    expect(await list({ label: 'line=' })).toEqual(['empty-1'])
    expect(await list({ label: 'line=nor' })).toEqual([])
    expect(await list({ label: 'lin' })).toEqual([])
  })

  test('what can be no label is refused, with what to write instead', async () => {
    const answer = await send(api.url, name, { query: { label: 'line:north' } }, key)
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toEqual([
      {
        pointer: '/query/label',
        detail: 'must be the name of a label, or name=value. Write label=line=north',
      },
    ])
  })

  test('count says how many have it', async () => {
    const query = { label: 'line', count: 'true', limit: '1' }
    const answer = await send(api.url, name, { query }, key)
    expect(answer.json).toMatchObject({ total: 3, items: [{}] })
  })
})
