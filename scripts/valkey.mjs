// Finds a Valkey for the tests of shared buckets, or gets one.
import { existsSync } from 'node:fs'
import { LaunchError } from './bootstrap.mjs'
import { capture } from './capture.mjs'
import { onPath } from './on-path.mjs'

const names = ['valkey-server', 'redis-server']

/**
 * Makes sure that there is a server: Valkey, else Redis, which speaks the same protocol, else Debian's
 * package of either. The tests start and stop it themselves.
 *
 * @throws {LaunchError} with what a person must do
 */
export async function requireValkey() {
  if (onPath(names)) return
  console.log('No Valkey on this machine: getting one.')
  if (existsSync('/usr/bin/apt-get')) {
    await capture('apt-get', ['update'])
    for (const name of names) {
      await capture('apt-get', ['install', '-y', '--no-install-recommends', name])
      if (onPath(names)) return
    }
  }
  throw new LaunchError(
    'The tests need a Valkey or Redis server. Install one (Debian: valkey-server or redis-server), then run npm test again.',
  )
}
