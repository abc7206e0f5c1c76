import { expect, test } from 'vitest'
import { startWarning, watchProxies } from './untrusted-proxies.ts'

function watch() {
  const lines: object[] = []
  let now = 0
  const proxies = watchProxies({ warn: (line: object) => lines.push(line) } as never, () => now)
  const wait = (ms: number) => {
    now += ms
  }
  return { ...proxies, lines, wait }
}

test('an unconfigured proxy is logged once and reported for ten minutes', () => {
  const { note, warning, lines, wait } = watch()
  expect(warning()).toBeUndefined()
  note('10.0.0.1')
  note('10.0.0.1')
  expect(lines).toEqual([{ peer: '10.0.0.1' }])
  expect(warning()).toContain('TRUSTED_PROXIES')
  wait(600_000)
  expect(warning()).toContain('TRUSTED_PROXIES')
  wait(1)
  expect(warning()).toBeUndefined()
})

test('peers that forge the header cannot flood the log', () => {
  const { note, lines } = watch()
  for (let i = 0; i < 1_000; i += 1) note(`192.0.2.${i}`)
  expect(lines).toHaveLength(16)
})

test('a start with an https URL and no trusted proxy produces a warning', () => {
  expect(startWarning('https://api.example', [])).toContain('TRUSTED_PROXIES')
  expect(startWarning('https://api.example', ['10.0.0.1'])).toBeUndefined()
  expect(startWarning('http://127.0.0.1:4000', [])).toBeUndefined()
})
