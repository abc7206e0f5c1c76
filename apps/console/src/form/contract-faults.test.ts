import { afterEach, expect, test, vi } from 'vitest'

const wrong = { name: '' }

// Other suites in this process load the same modules.
afterEach(() => {
  vi.doUnmock('./contract-schemas.ts')
  vi.resetModules()
})

async function faults() {
  vi.resetModules()
  const { contractFaults } = await import('./contract-faults.ts')
  return contractFaults('sites.create', wrong)
}

test('rejects a body before it is sent', async () => {
  expect(await faults()).toMatchObject([{ pointer: '/body/name' }])
})

test('leaves validation to the server if the schemas cannot be loaded', async () => {
  vi.doMock('./contract-schemas.ts', () => {
    throw new Error('Loading a chunk failed.')
  })
  expect(await faults()).toEqual([])
})
