import { defineConfig } from 'vitest/config'
import { rooms } from './rooms.mjs'

const room = rooms[process.env.SLUICE_MUTATION ?? '']
if (!room) throw new Error('SLUICE_MUTATION names no room.')
const { tests, stores = false } = room

/** The suites of one room, for Stryker. */
export default defineConfig({
  test: {
    include: tests,
    exclude: stores ? [] : ['**/*.store.test.ts'],
    ...(stores && { globalSetup: './vitest.stores.ts' }),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
