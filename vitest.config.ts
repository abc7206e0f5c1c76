import { defineConfig } from 'vitest/config'

const unit = ['{packages,apps,scripts}/**/*.test.{ts,tsx}']
// Suites that need the stores, or start processes of their own.
const integration = [
  'prisma/**/*.test.ts',
  'packages/embedded/**/*.test.ts',
  'packages/core/src/database/*.test.ts',
  '**/*.store.test.ts',
]

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Loading the modules anew for every file would cost more than the tests do.
          isolate: false,
          include: unit,
          exclude: ['**/node_modules/**', '**/.next/**', ...integration],
        },
      },
      {
        test: {
          name: 'integration',
          include: integration,
          exclude: ['**/node_modules/**', '**/.next/**'],
          globalSetup: './vitest.stores.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
