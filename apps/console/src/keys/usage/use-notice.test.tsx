import { expect, test } from 'vitest'
import { shownWith } from '#data/testing/shown-with.tsx'
import { UseNotice } from './use-notice.tsx'

const use = { error: new Error('lost') as never, isMissing: false, retry: async () => [] }
const missing = 'Calls and health of keys could not be loaded'
const outdated = 'may be out of date'

function shown(props: Partial<Parameters<typeof UseNotice>[0]>) {
  return shownWith(<UseNotice use={use} isTold={false} {...props} />, () => undefined)
}

test('usage that was never loaded is not called out of date', async () => {
  for (const isTold of [false, true]) {
    const html = await shown({ use: { ...use, isMissing: true }, isTold })
    expect(html).toContain(missing)
    expect(html).not.toContain(outdated)
  }
})

test('usage that could not be refreshed is out of date, which is said once', async () => {
  expect(await shown({})).toContain(outdated)
  expect(await shown({ isTold: true })).not.toContain(outdated)
})
