import { expect, test } from 'vitest'
import type { BoundedFetch } from './bounded-fetch.ts'
import { openFetchTurns } from './fetch-turns.ts'
import { ProviderBusy } from './provider-fault.ts'

const url = 'https://login.example/keys'
const grant = { method: 'POST', body: 'code=1' }

/** A provider that answers on demand, each request by its number. */
function heldProvider() {
  const answers: ((answer: Response) => void)[] = []
  const fetch: BoundedFetch = () => new Promise((done) => answers.push(done))
  const answer = (n: number) => answers[n]?.(new Response(`answer ${n}`))
  return { fetch, answer, asked: () => answers.length }
}

const healthy: BoundedFetch = async () => new Response('at once')
const text = async (answer: Promise<Response>) => (await answer).text()

test('a provider that does not answer takes no turn of another organization', async () => {
  const turns = openFetchTurns({ patience: 600_000 })
  const slow = heldProvider()
  const begun = Array.from({ length: 60 }, () => turns.of('slow', slow.fetch)(url, grant))
  await expect.poll(slow.asked).toBe(8)
  expect(await text(turns.of('other', healthy)(url, grant))).toBe('at once')
  expect(slow.asked()).toBe(8)
  for (let n = 0; n < begun.length; n += 1) {
    await expect.poll(slow.asked).toBeGreaterThan(n)
    slow.answer(n)
  }
  expect(await Promise.all(begun)).toHaveLength(60)
})

test('what is too much for an organization is refused as that', async () => {
  const turns = openFetchTurns({ perOwner: 1, longest: 0 })
  const slow = heldProvider()
  const fetch = turns.of('slow', slow.fetch)
  const first = fetch(url, grant)
  await expect(fetch(url, grant)).rejects.toThrow(ProviderBusy)
  slow.answer(0)
  expect(await text(first)).toBe('answer 0')
})

test('requests that are alike for all share one that began no earlier than they', async () => {
  const provider = heldProvider()
  const fetch = openFetchTurns().of('acme', provider.fetch)
  const first = text(fetch(url, {}))
  const later = [{}, { headers: { accept: 'application/json' } }, { method: 'GET', body: null }]
  const rest = later.map((sent) => text(fetch(url, sent)))
  await expect.poll(provider.asked).toBe(1)
  provider.answer(0)
  expect(await first).toBe('answer 0')
  await expect.poll(provider.asked).toBe(2)
  provider.answer(1)
  expect(await Promise.all(rest)).toEqual(['answer 1', 'answer 1', 'answer 1'])
})

test('requests of people, of other addresses and of other organizations are not shared', async () => {
  const provider = heldProvider()
  const turns = openFetchTurns()
  const fetch = turns.of('acme', provider.fetch)
  const all = [
    fetch(url, {}),
    fetch(url, { headers: { Authorization: 'Bearer a' } }),
    fetch(url, { headers: { authorization: 'Bearer b' } }),
    fetch(url, grant),
    fetch(url, grant),
    fetch(`${url}?a`, {}),
    turns.of('other', provider.fetch)(url, {}),
  ]
  await expect.poll(provider.asked).toBe(all.length)
  for (let n = 0; n < all.length; n += 1) provider.answer(n)
  const texts = await Promise.all(all.map(text))
  expect(new Set(texts).size).toBe(all.length)
})

test('a request that fails fails for those who share it, and for nobody later', async () => {
  const turns = openFetchTurns()
  let asked = 0
  const fetch = turns.of('acme', async () => {
    asked += 1
    if (asked === 1) throw new Error('cut')
    return new Response('later')
  })
  await expect(fetch(url, {})).rejects.toThrow('cut')
  expect(await text(fetch(url, {}))).toBe('later')
})
