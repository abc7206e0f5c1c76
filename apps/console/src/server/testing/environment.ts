interface TestEnvironment {
  consoleUrl: string
  localReceivers?: boolean
  mail?: { smtpUrl: string; from: string } | undefined
}

export const consoleUrl = 'https://console.sluice.example'

// Kept on the global object, because a test file may be given modules of its own while it shares others.
const shared = globalThis as { sluiceTestEnvironment?: TestEnvironment }
shared.sluiceTestEnvironment ??= { consoleUrl }

/** Stands in for the environment. Tests of one worker share it. */
export const settings = shared.sluiceTestEnvironment

/** In the place of the console's own: `vi.mock('…/environment.ts', () => import('…/testing/environment.ts'))`. */
export const environment = (): TestEnvironment => settings
