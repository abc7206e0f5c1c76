import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askByBrowser, guardPage } from './guard-page.ts'
import { leavePage } from './unsaved-now.ts'

const confirm = vi.fn(() => true)
const ask = askByBrowser('Discard?')
const frees: (() => void)[] = []
const guard = (by = ask) => frees.push(guardPage(by))

class Link {
  readonly target = ''
  readonly href = 'https://console.test/o/other/keys'
  closest = () => this
  hasAttribute = () => false
  /** Whether the browser follows it. */
  isFollowed = false
  click = () => {
    this.isFollowed = !isPrevented('click', { target: this })
  }
}

/** Whether a listener prevents what the browser does by default. */
function isPrevented(type: string, properties = {}, on: EventTarget = window): boolean {
  const event = new Event(type, { cancelable: true })
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(event, name, { value })
  }
  return !on.dispatchEvent(event)
}

const traverseTo = vi.fn()
const navigation = Object.assign(new EventTarget(), { traverseTo })
const goesBack = { navigationType: 'traverse', destination: { key: 'before' } }

beforeEach(() => {
  vi.clearAllMocks()
  const location = { href: 'https://console.test/o/demo/settings' }
  vi.stubGlobal('window', Object.assign(new EventTarget(), { confirm, location, navigation }))
  vi.stubGlobal('Element', Link)
})
afterEach(() => {
  for (const free of frees.splice(0)) free()
  vi.unstubAllGlobals()
})

test('a link to another document asks once, however many forms there are', () => {
  guard()
  guard()
  const link = new Link()
  expect(isPrevented('click', { target: link })).toBe(true)
  expect(confirm).toHaveBeenCalledOnce()
  expect(link.isFollowed).toBe(true)
  expect(isPrevented('beforeunload')).toBe(false)
})

test('a reload asks, also after somebody chose to stay', () => {
  guard()
  expect(isPrevented('beforeunload')).toBe(true)
  confirm.mockReturnValueOnce(false)
  const link = new Link()
  isPrevented('click', { target: link })
  expect(link.isFollowed).toBe(false)
  expect(isPrevented('beforeunload')).toBe(true)
})

test('whoever agreed to leave is not asked again, unless the page stayed', () => {
  guard()
  const go = vi.fn()
  leavePage(go)
  expect(go).toHaveBeenCalledOnce()
  expect(isPrevented('beforeunload')).toBe(false)
  isPrevented('click')
  expect(isPrevented('beforeunload')).toBe(true)
})

test('the back button goes on at once, or once a dialog was answered', () => {
  guard()
  expect(isPrevented('navigate', goesBack, navigation)).toBe(false)
  expect(confirm).toHaveBeenCalledOnce()

  let leave = () => {}
  guard((go) => {
    leave = go
  })
  expect(isPrevented('navigate', goesBack, navigation)).toBe(true)
  expect(traverseTo).not.toHaveBeenCalled()
  leave()
  expect(traverseTo).toHaveBeenCalledExactlyOnceWith('before')
  expect(isPrevented('navigate', goesBack, navigation)).toBe(false)
  expect(confirm).toHaveBeenCalledOnce()
})
