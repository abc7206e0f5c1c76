/** Common mistakes of newcomers, and the complete messages, which say what to do. */
import { beforeAll, describe, expect, test } from 'vitest'
import { anyRequest } from '../testing/any-request.ts'
import { asking } from '../testing/mistakes/asking.ts'
import { calling } from '../testing/mistakes/calling.ts'
import { managing } from '../testing/mistakes/managing.ts'
import type { Mistake } from '../testing/mistakes/mistake.ts'
import { sending } from '../testing/mistakes/sending.ts'
import { newTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()
let key: string
beforeAll(async () => {
  key = (await (await newTenant(api.core)).mint()).key
})
const { request } = anyRequest(() => ({ url: api.url, key }))

function requestOf({ call, body, headers = {} }: Mistake) {
  const [method = '', path = ''] = call.split(' ')
  const { 'X-Api-Key': as = key, ...others } = headers
  const json = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const sent = Object.entries({ ...json, ...others }).flatMap(([name, value]) => {
    return value === null ? [] : [[name, value] as const]
  })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return request(path, {
    ...{ method, as, headers: Object.fromEntries(sent) },
    // As bytes: for a text, fetch would add a media type.
    ...(body !== undefined && { body: Buffer.from(text) }),
  })
}

describe('a newcomer learns what to do after', () => {
  test.each([...calling, ...sending, ...asking, ...managing])('$what', async (mistake) => {
    const { status, json } = await requestOf(mistake)
    const faults = (json.errors ?? []).map((fault: { pointer: string; detail: string }) => {
      return `${fault.pointer} ${fault.detail}`
    })
    const [first = json.detail, ...others] = faults
    const whole = `${status} ${first}`.replace(/"\d+"/, '"3"')
    expect([whole, ...others]).toEqual(mistake.said)
  })
})
