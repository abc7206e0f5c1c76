import type { APIRequestContext } from 'playwright/test'
import { expect } from './journey.ts'
import type { Product } from './product.ts'

/** The scope of the partner's key. */
export const siteOfPartner = { action: 'read', resourceFilter: 'PLACE/Site/seattle/THING/#/#' }

/** Creates a partner's key for one site, with two refused calls: it read another thing, and changed one. */
export async function refusedPartner(request: APIRequestContext, product: Product, name: string) {
  const headers = { 'X-Api-Key': product.demo.once.key }
  const made = await request.post(`${product.api}/v2/keys`, {
    headers,
    data: { keyType: 'External', name, scopes: [siteOfPartner] },
  })
  expect(made.status()).toBe(201)
  const { id, key } = (await made.json()) as { id: string; key: string }
  const partner = { 'X-Api-Key': key }
  const call = (thingId: string) => `${product.api}/v2/thing/${thingId}`
  const statuses = [
    (await request.get(`${call('seattle-daily')}/recent`, { headers: partner })).status(),
    (await request.get(`${call('new-york-daily')}/recent`, { headers: partner })).status(),
    (await request.patch(call('seattle-daily'), { headers: partner, data: {} })).status(),
  ]
  expect(statuses).toEqual([200, 404, 403])
  // The log is written every few seconds.
  const logged = async () => {
    const answer = await request.get(`${product.api}/v2/key/${id}/calls`, { headers })
    return (await answer.json()).items.length
  }
  await expect.poll(logged).toBe(3)
  return { id, key }
}
