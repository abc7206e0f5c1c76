/**
 * A client cannot pass an allow-list by forging its address: directly, behind one proxy, or behind a chain of
 * proxies.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../testing/start-api.ts'
import { newTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

/** The address that the key's allow-list admits, and the attacker's. */
const OFFICE = '192.0.2.7'
const STRANGER = '198.51.100.1'

/** Status of a call with headers, by a key that only the office may use. */
type Ask = (headers: Record<string, string>) => Promise<number>

function behind(trustedProxies: readonly string[]): { ask: Ask } {
  const suite = { ask: async () => Number.NaN } as { ask: Ask }
  const api = useApi({ trustedProxies })
  beforeAll(async () => {
    const { key } = await (await newTenant(api.core)).mint({ allowedIpCidrs: [OFFICE] })
    suite.ask = async (headers) => {
      const answer = await fetch(`${api.url}/v2/key`, { headers: { 'X-Api-Key': key, ...headers } })
      await answer.arrayBuffer()
      return answer.status
    }
  })
  return suite
}

const claim = (forwarded: string) => ({ 'X-Forwarded-For': forwarded })

describe('without a trusted proxy', () => {
  const suite = behind([])
  test.each([
    claim(OFFICE),
    claim(`${OFFICE}, 127.0.0.1`),
    claim(`::ffff:${OFFICE}`),
    { Forwarded: `for=${OFFICE}` },
    { 'X-Real-Ip': OFFICE },
    { 'X-Client-Ip': OFFICE },
    { 'True-Client-Ip': OFFICE },
    { 'Cf-Connecting-Ip': OFFICE },
  ])('the header %o is ignored', async (headers) => {
    expect(await suite.ask(headers)).toBe(403)
  })
})

describe('behind one trusted proxy', () => {
  const suite = behind(['127.0.0.1'])
  test.each([
    [OFFICE, 200],
    [`::ffff:${OFFICE}`, 200],
    [`::FFFF:c000:0207`, 200],
    [`${STRANGER}, ${OFFICE}`, 200],
    [`nonsense, ${OFFICE}`, 200],
    [STRANGER, 403],
    [`${OFFICE}, ${STRANGER}`, 403],
    [`${OFFICE}, ${OFFICE}, ${STRANGER}`, 403],
    [`${OFFICE}, 10.1.1.1`, 403],
    [`::ffff:${STRANGER}`, 403],
    [`${OFFICE}, nonsense`, 403],
    [`${OFFICE}:443`, 200],
    [`[::ffff:${OFFICE}]:443`, 200],
    [`${OFFICE}:65536`, 403],
    [`${STRANGER}:443`, 403],
    [`"${OFFICE}"`, 403],
    [`[${OFFICE}]`, 403],
    [`${OFFICE};${STRANGER}`, 403],
    [`${OFFICE} ${STRANGER}`, 403],
    [`${OFFICE}/32`, 403],
    [`for=${OFFICE}`, 403],
    ['192.0.2.007', 403],
    ['*', 403],
    ['', 403],
    [','.repeat(500), 403],
  ])('the X-Forwarded-For “%s” is answered with %i', async (forwarded, status) => {
    expect(await suite.ask(claim(forwarded))).toBe(status)
  })

  test('headers other than X-Forwarded-For are ignored', async () => {
    const forged = { ...claim(STRANGER), Forwarded: `for=${OFFICE}`, 'X-Real-Ip': OFFICE }
    expect(await suite.ask(forged)).toBe(403)
  })
})

describe('behind a chain of trusted proxies', () => {
  const suite = behind(['127.0.0.1', '10.0.0.0/8', '2001:db8:5::/48'])
  test.each([
    [`${OFFICE}, 10.1.1.1`, 200],
    [`${OFFICE}, 2001:db8:5::1, 10.1.1.1`, 200],
    [`::ffff:${OFFICE}, ::ffff:10.1.1.1`, 200],
    [`${STRANGER}, ${OFFICE}, 10.1.1.1`, 200],
    [`${OFFICE}, ${STRANGER}, 10.1.1.1`, 403],
    [`${OFFICE}, 10.1.1.1, ${STRANGER}`, 403],
    [`${OFFICE}, 11.1.1.1`, 403],
    [`${OFFICE}, 2001:db8:6::1`, 403],
    [`${OFFICE}, nonsense, 10.1.1.1`, 403],
    ['10.1.1.1', 403],
    ['10.1.1.1, 10.1.1.2', 403],
  ])('the X-Forwarded-For “%s” is answered with %i', async (forwarded, status) => {
    expect(await suite.ask(claim(forwarded))).toBe(status)
  })
})

test('/readyz reports a proxy that is not configured as trusted, and stays ready', async () => {
  const api = await startApi({ trustedProxies: [] })
  const warnings = async () => {
    const answer = await fetch(`${api.url}/readyz`)
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { warnings: string[] }).warnings
  }
  expect(await warnings()).toEqual([])
  await fetch(`${api.url}/v2/key`, { headers: claim(OFFICE) }).then((answer) => answer.text())
  expect(await warnings()).toEqual([expect.stringContaining('TRUSTED_PROXIES')])
  await api.close()
})
