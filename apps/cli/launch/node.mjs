// Finds and runs the Node that the product's code needs. This file itself must run on Node 20.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { LaunchError } from './launch-error.mjs'

/** The checkout that this file is part of, with a slash at its end. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url))

/** Whoever builds the console has this folder's turn: Next refuses two builds at once. */
export const consoleFolder = `${repositoryRoot}apps/console`

const installedNode = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url))

/** Cleared by an installation, as all of node_modules. */
const compileCache = `${repositoryRoot}node_modules/.cache/node`

/** The first Node that runs TypeScript as it is. */
const needed = [22, 18]

/** Whether npm brings a Node along on this machine: on Linux with glibc, x64 and arm64. */
export function nodeComesFromNpm() {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return false
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  )
  return header.glibcVersionRuntime !== undefined
}

/**
 * Refuses a machine that cannot run the product, saying what it needs.
 *
 * @throws {LaunchError}
 */
export function checkMachine() {
  const { platform, arch, versions } = process
  if (platform !== 'linux' && platform !== 'darwin') {
    throw new LaunchError(
      `Sluice runs on Linux and macOS; this is ${platform}. On Windows use WSL 2 (wsl --install).`,
    )
  }
  if (!isAtLeast(versions.node, [20])) {
    throw new LaunchError(`Sluice needs Node 20 or newer to start; this is ${versions.node}.`)
  }
  if (!nodeComesFromNpm() && !isAtLeast(versions.node, needed)) {
    throw new LaunchError(
      `On this system (${platform}-${arch}) Sluice needs Node ${needed.join('.')} or newer; this is ` +
        `${versions.node}. (npm installs a newer Node only on Linux with glibc, x64 and arm64.)`,
    )
  }
}

/**
 * The Node to run TypeScript with: the one from npm where there is one, else this one.
 *
 * @throws {LaunchError} when the packages are not installed
 */
export function nodePath() {
  if (existsSync(installedNode)) return installedNode
  if (isAtLeast(process.versions.node, needed)) return process.execPath
  throw new LaunchError(
    'The packages are not installed yet. Run npm start, which does that, or npm ci.',
  )
}

/**
 * Runs a program under that Node, in the foreground: its output and its signals are this process's own.
 * The channel tells it when this process is gone, however that came about.
 *
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} its exit code, as a shell would give it
 */
export function runNode(args, { cwd, env = process.env } = {}) {
  const child = spawn(nodePath(), ['--disable-warning=ExperimentalWarning', ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    // Compiling the sources anew at every start costs more than half a second of each process.
    env: { NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // A terminal's Ctrl-C reaches the child as well: it must take several for one.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new LaunchError(`Cannot run Node: ${error.message}`)))
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    )
  })
}

/**
 * @param {string} version
 * @param {number[]} wanted major and minor
 */
function isAtLeast(version, [major = 0, minor = 0]) {
  const [actualMajor = 0, actualMinor = 0] = version.split('.').map(Number)
  return actualMajor > major || (actualMajor === major && actualMinor >= minor)
}
