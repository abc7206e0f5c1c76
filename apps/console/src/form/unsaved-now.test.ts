import { expect, test, vi } from 'vitest'
import { holdPage, isPageHeld, leavePage, leavesPage } from './unsaved-now.ts'

test('leaves the page at once if nothing would be lost', () => {
  const go = vi.fn()
  leavePage(go)
  expect(go).toHaveBeenCalledOnce()
})

test('asks the most recently opened form until it is closed', () => {
  const go = vi.fn()
  const [first, last] = [vi.fn(), vi.fn()]
  const freeFirst = holdPage(first)
  const freeLast = holdPage(last)
  leavePage(go)
  expect(last).toHaveBeenCalledOnce()
  freeLast()
  leavePage(go)
  expect(first).toHaveBeenCalledOnce()
  expect(go).not.toHaveBeenCalled()
  expect(isPageHeld()).toBe(true)
  freeFirst()
  freeFirst()
  expect(isPageHeld()).toBe(false)
})

const here = 'https://console.test/o/demo/settings'
const click = {
  isPlain: true,
  isDefaultPrevented: false,
  opensElsewhere: false,
  href: '/o/demo/keys',
}

test.each([
  ['another page', {}, true],
  ['another query of the page', { href: '?range=1h' }, false],
  ['another site', { href: 'https://docs.test/' }, false],
  ['another tab', { opensElsewhere: true }, false],
  ['another tab by a key', { isPlain: false }, false],
  ['nowhere', { isDefaultPrevented: true }, false],
])('knows whether a click on a link to %s leaves the page', (_, change, leaves) => {
  expect(leavesPage({ ...click, ...change }, here)).toBe(leaves)
})
