import { defineConfig } from 'playwright/test'

const executablePath = process.env.SLUICE_BROWSER

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // Journeys create what they need under unique names, so any two may run concurrently.
  fullyParallel: true,
  workers: 2,
  // The timeouts end hanging tests and do not measure speed.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    viewport: { width: 1280, height: 800 },
    trace: 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-dev-shm-usage',
      ],
    },
  },
})
