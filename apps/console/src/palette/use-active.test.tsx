import type { KeyboardEvent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { useActive } from './use-active.ts'

const [pump, page] = [
  { href: '/things/pump-1', label: 'Pump 1', group: 'Things' },
  { href: '/things', label: 'Things', group: 'Pages' },
]

test('Enter opens the active entry, but not a match of an earlier text', () => {
  const choose = vi.fn()
  const event = {
    key: 'Enter',
    nativeEvent: { isComposing: false },
    preventDefault: vi.fn(),
  } as unknown as KeyboardEvent
  function Palette({ entries }: { entries: readonly (typeof page)[] }) {
    const isEarlier = (entry: object) => entry === pump
    useActive(entries, isEarlier, choose).onKeyDown(event)
    return null
  }
  renderToStaticMarkup(<Palette entries={[pump, page]} />)
  expect(choose).not.toHaveBeenCalled()
  expect(event.preventDefault).toHaveBeenCalledOnce()
  renderToStaticMarkup(<Palette entries={[page, pump]} />)
  expect(choose).toHaveBeenCalledExactlyOnceWith(page)
})
