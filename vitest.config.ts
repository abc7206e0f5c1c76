import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const unit = ['{packages,apps,scripts,bench}/**/*.test.{ts,tsx}']
// Suites that need the stores, or start processes of their own.
const integration = [
  'prisma/**/*.test.ts',
  'packages/embedded/**/*.test.ts',
  'packages/core/src/database/*.test.ts',
  '**/*.store.test.ts',
]

/** Installed, built, or a copy that mutation testing changes. */
const notOurs = ['**/node_modules/**', '**/.next/**', '.stryker-tmp/**']

/** A test that asserts nothing fails. What is polled ends what hangs, like the limits of tests below. */
const expect = { requireAssertions: true, poll: { timeout: 30_000, interval: 10 } }

export default defineConfig({
  test: {
    // One more than vitest takes on two cores: a suite waits for its stores half of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          expect,
          setupFiles: './vitest.setup.ts',
          // Loading the modules anew for every file would cost more than the tests do.
          isolate: false,
          include: unit,
          exclude: [...notOurs, ...integration],
          // It ends what hangs, and is no measure of speed: a starved machine takes ten times as long.
          testTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'integration',
          expect,
          setupFiles: ['./vitest.setup.ts', './apps/console/src/server/testing/remember-hashes.ts'],
          // As above: of the CPU time it is half.
          isolate: false,
          include: integration,
          exclude: notOurs,
          globalSetup: './vitest.stores.ts',
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
