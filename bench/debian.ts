import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Is a program on this machine's path? */
export function isThere(program: string): Promise<boolean> {
  return succeeds('which', [program])
}

/** Installs Debian packages where that is possible; false (and why, on stderr) where it is not. */
export async function installed(program: string, packages: readonly string[]): Promise<boolean> {
  if (await isThere(program)) return true
  if (process.getuid?.() === 0 && (await succeeds('which', ['apt-get']))) {
    await succeeds('apt-get', ['update', '-qq'])
    if (await succeeds('apt-get', ['install', '-y', '-qq', ...packages])) return true
  }
  console.error(`${program} is missing; as root: apt-get install ${packages.join(' ')}`)
  return false
}

async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  )
}
