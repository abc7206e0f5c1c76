import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { StateTimeline } from './state-timeline.tsx'

const tooltips = vi.hoisted(() => ({ made: 0 }))

vi.mock('@mantine/core', async (original) => {
  const mantine = await original<typeof import('@mantine/core')>()
  const counted = ({ children }: { children: ReactNode }) => {
    tooltips.made += 1
    return children
  }
  return { ...mantine, Tooltip: Object.assign(counted, { Floating: counted }) }
})

test('a state has a color, whatever it is called', () => {
  const rows = [{ id: 'a', label: 'A', stretches: [{ from: 0, to: 60, state: 'constructor' }] }]
  const html = renderToStaticMarkup(
    <MantineProvider>
      <StateTimeline name="Mode" rows={rows} range={{ from: 0, to: 60 }} zone="UTC" />
    </MantineProvider>,
  )
  expect(html).toContain('--color:var(--series-1)')
  expect(html).not.toContain('native code')
})

test('a text that changes a thousand times has one tooltip', () => {
  const stretches = Array.from({ length: 1000 }, (_, i) => ({ from: i, to: i + 1, state: `s${i}` }))
  const rows = [{ id: 'a', label: 'A', stretches }]
  tooltips.made = 0
  const html = renderToStaticMarkup(
    <MantineProvider>
      <StateTimeline name="Mode" rows={rows} range={{ from: 0, to: 1000 }} zone="UTC" />
    </MantineProvider>,
  )
  expect(tooltips.made).toBe(1)
  expect(html.match(/left:/g)?.length).toBeGreaterThanOrEqual(1000)
})
