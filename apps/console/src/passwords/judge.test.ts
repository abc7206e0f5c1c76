import { afterEach, expect, test, vi } from 'vitest'
import { openEstimator } from './estimator.ts'
import { judgePassword } from './judge.ts'
import type { Weakness } from './weakness.ts'

const estimate = openEstimator()
const own = ['Ann Miller', 'ann.miller@acme.example', 'Acme Works']
const judge = (password: string) => judgePassword(password, own, estimate)

afterEach(() => {
  vi.restoreAllMocks()
})

test.each<[string, Weakness]>([
  ['aaaaaaaaaaaa', 'pattern'],
  ['passwordpassword', 'pattern'],
  ['abcdefghijklmnop', 'pattern'],
  ['password1234', 'common'],
  ['P@ssw0rd1234', 'common'],
  ['unbelievable', 'guessable'],
  ['annmiller2026', 'own'],
  ['AcmeWorks1234', 'own'],
  ['ann.miller@acme.example', 'own'],
  ['Acme-Sluice-2026', 'own'],
  ['a'.repeat(128), 'pattern'],
  ['qwertyuiop12'.repeat(10), 'pattern'],
])('rejects the password “%s” as %s', async (password, weakness) => {
  expect(await judge(password)).toBe(weakness)
})

test.each([
  'seven brave otters',
  'acme seven otters',
  'quite a good password',
  'k7m2p-x9rq4-w3ndt-c5vbh',
  'correct horse battery staple',
  `${'a'.repeat(100)} seven brave otters`,
])('accepts the password “%s”', async (password) => {
  expect(await judge(password)).toBeUndefined()
})

test("rejects a password made of the person's name, however many organizations they have", async () => {
  const organizations = Array.from({ length: 30 }, (_, i) => `Works Number ${i + 100}`)
  const known = [...own.slice(0, 2), ...organizations]
  expect(await judgePassword('miller!miller!2026', known, estimate)).toBe('own')
  expect(await judgePassword('Works-Number-100', known, estimate)).toBe('own')
})

test('an estimate examines at most 24 characters and 24 personal words', async () => {
  const seen = vi.fn<typeof estimate>(() => 'guessable')
  const names = Array.from({ length: 200 }, (_, i) => `name ${i} `.repeat(50))
  expect(await judgePassword(`${'x'.repeat(127)}y`, names, seen)).toBe('guessable')
  expect(seen).toHaveBeenCalledTimes(6)
  for (const [text, words] of seen.mock.calls) {
    expect(text.length).toBeLessThanOrEqual(24)
    expect(words.length).toBeLessThanOrEqual(24)
  }
})

test('yields to other work between the parts of a long password', async () => {
  const order: string[] = []
  setTimeout(() => order.push('other'))
  await judgePassword(`${'x'.repeat(63)}y`, [], () => {
    order.push('part')
    return 'guessable'
  })
  expect(order).toEqual(['part', 'other', 'part', 'part'])
})
