import { readFileSync } from 'node:fs'
import { LaunchError } from '../apps/cli/launch/launch-error.mjs'
import { repositoryRoot } from '../apps/cli/launch/node.mjs'
import { capture } from './capture.mjs'

/**
 * Whether node_modules holds what package-lock.json asks for. npm removes its own record of what it
 * installed first and writes it last, so an interrupted installation has none.
 */
export function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const installed = packagesOf('node_modules/.package-lock.json')
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (!path.includes('node_modules/')) return true
    const present = installed[path]
    return present ? present.version === version : optional === true
  })
}

/** @param {string} file */
function packagesOf(file) {
  try {
    /** @type {{ packages: Record<string, { version?: string, optional?: boolean }> }} */
    const lock = JSON.parse(readFileSync(repositoryRoot + file, 'utf8'))
    return lock.packages
  } catch {
    return undefined
  }
}

/** Installs exactly what package-lock.json pins. */
export async function installPackages() {
  // npm tells its scripts which npm it is, and under which Node; a bare `node scripts/…` has neither.
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const [command, ...args] = npm && node ? [node, npm] : ['npm']
  // npm's warnings help nobody here, above all those about packages that want a newer Node than the first
  // start has.
  const { code, output } = await capture(command, [...args, 'ci', '--loglevel=error'])
  if (code === 0) return
  throw new LaunchError(`The packages could not be installed; npm ci said:\n\n${output}`)
}
