import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TrialResult } from './trial-result.tsx'

function shown(seriesCount: number): string {
  const series = Array.from({ length: seriesCount }, (_, i) => `cpu,host=${i}`)
  const collisions = [{ thingId: 'a7', metric: 'cpu', series, labels: ['host'] }]
  const trial = { samples: [], collisions, errors: [], truncated: false }
  return renderToStaticMarkup(
    <MantineProvider>
      <TrialResult trial={trial} />
    </MantineProvider>,
  )
}

test('a collision of as many series as the API lists may be one of more', () => {
  expect(shown(9)).toContain('9 series would become')
  expect(shown(10)).toContain('10 or more series would become')
})
