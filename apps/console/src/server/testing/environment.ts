interface TestEnvironment {
  consoleUrl: string
  localReceivers?: boolean
  mail?: { smtpUrl: string; from: string } | undefined
}

export const consoleUrl = 'https://console.sluice.example'

// Stored on the global object, because a test file may have its own instances of modules.
const shared = globalThis as { sluiceTestEnvironment?: TestEnvironment }
shared.sluiceTestEnvironment ??= { consoleUrl }

/** The environment of the tests. All tests of one worker share it. */
export const settings = shared.sluiceTestEnvironment

/** Replaces the console's own: `vi.mock('…/environment.ts', () => import('…/testing/environment.ts'))`. */
export const environment = (): TestEnvironment => settings
