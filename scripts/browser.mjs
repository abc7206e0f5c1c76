// Finds a Chromium for the browser tests, or gets one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError, repositoryRoot } from './bootstrap.mjs'
import { capture } from './capture.mjs'
import { onPath } from './on-path.mjs'

/** The first one draws no windows, and takes half of the CPU time of the others. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/**
 * The system's Chromium; else Playwright's own, downloaded; else Debian's package, of which older releases have the
 * whole browser only.
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
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const packages = ['--no-install-recommends', name, 'fonts-liberation']
      if ((await capture('apt-get', ['install', '-y', ...packages])).code === 0) break
    }
  }
  const installed = onPath(names)
  if (installed) return installed
  throw new LaunchError('The browser tests need a Chromium. Install one, then run npm test again.')
}
