import { type Operation, type OperationName, operations } from '@sluice/contract'
import { expect } from 'vitest'
import type { SampleCall } from './sample-calls.ts'
import type { TestApi } from './start-api.ts'
import { newTenant, type Tenant } from './tenant.ts'

export const thing = { params: { thingId: 'truck-1' } }

/** Calls with keys, and the reports about them. */
export function watchedKeys(api: () => TestApi) {
  /** Calls an operation from an address with a key. */
  async function call(name: OperationName, sample: SampleCall, key: string, address = '192.0.2.1') {
    const row: Operation = operations[name]
    const path = row.path.replace(/\{(\w+)\}/g, (_, parameter) => sample.params?.[parameter] ?? '')
    const query = sample.query ? `?${new URLSearchParams(sample.query)}` : ''
    const response = await fetch(`${api().url}${path}${query}`, {
      method: row.method,
      headers: {
        'X-Api-Key': key,
        'X-Forwarded-For': address,
        ...(sample.body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(sample.body !== undefined && { body: JSON.stringify(sample.body) }),
    })
    const text = await response.text()
    return { status: response.status, json: text === '' ? null : JSON.parse(text) }
  }

  /** A tenant with an admin's key, and a key whose usage is examined. */
  async function newCase(draft: Parameters<Tenant['mint']>[0] = {}) {
    const tenant = await newTenant(api().core)
    const [admin, watched] = [await tenant.mint(), await tenant.mint(draft)]
    async function ask(name: OperationName, query?: Record<string, string>, body?: unknown) {
      await api().core.usage.flush()
      const sample = { params: { keyId: watched.id }, ...(query && { query }), body }
      const answer = await call(name, sample, admin.key)
      expect(answer.status, JSON.stringify(answer.json)).toBe(200)
      return answer.json
    }
    return { tenant, admin, watched, ask }
  }

  return { call, newCase }
}

/** A frame to ingest for that thing. */
export function frameOf(at: Date) {
  return { ...thing, body: { timestamp: at.toISOString(), values: { temperature: 4 } } }
}
