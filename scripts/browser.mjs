// Finds a Chromium for the browser tests, or gets one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError, repositoryRoot } from './bootstrap.mjs'
import { capture } from './capture.mjs'
import { onPath } from './on-path.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The system's Chromium; else Playwright's own, downloaded; else Debian's package.
 *
 * @returns {Promise<string>} the path of its executable; empty for Playwright's own
 * @throws {LaunchError} with what a person must do
 */
export async function findBrowser() {
  const found = onPath(names)
  if (found) return found
  console.log('No Chromium on this machine: getting one.')
  const playwright = join(repositoryRoot, 'node_modules', '.bin', 'playwright')
  if ((await capture(playwright, ['install', 'chromium'])).code === 0) return ''
  if (existsSync('/usr/bin/apt-get')) {
    await capture('apt-get', ['update'])
    await capture('apt-get', [
      'install',
      '-y',
      '--no-install-recommends',
      'chromium',
      'fonts-liberation',
    ])
  }
  const installed = onPath(names)
  if (installed) return installed
  throw new LaunchError('The browser tests need a Chromium. Install one, then run npm test again.')
}
