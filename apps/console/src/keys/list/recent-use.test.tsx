import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { exampleKey } from '../testing/example-key.ts'
import { RecentUse } from './recent-use.tsx'

const unused = { ...exampleKey(), lastUsedAt: null, lastUsedIp: null }
const shown = (calls: number | undefined) =>
  renderToStaticMarkup(<RecentUse record={unused} calls={calls} />)

test('a key is called unused only if its calls are known', () => {
  expect(shown(0)).toBe('Never used')
  expect(shown(3)).toBe('All its calls were refused')
  expect(shown(undefined)).toBe('')
})
