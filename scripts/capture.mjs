import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { LaunchError } from '../apps/cli/launch/launch-error.mjs'
import { repositoryRoot } from '../apps/cli/launch/node.mjs'

const runAlone = fileURLToPath(new URL('../apps/cli/launch/run-alone.mjs', import.meta.url))

/** What runs below this function has this folder's turn: the next start waits until the last one's has ended. */
const changed = `${repositoryRoot}node_modules`

/** Lines of a failed program's output that are shown. */
const shown = 30

/**
 * Runs a program at the root of the checkout to its end, without showing what it prints. It ends with this process, so
 * that none goes on installing below the next start.
 *
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>} its exit code and its last lines
 */
export function capture(command, args) {
  const child = fork(runAlone, [changed, command, ...args], {
    cwd: repositoryRoot,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new LaunchError(`${command}: ${error.message}`)))
    child.once('close', (code) =>
      resolve({ code: code ?? 1, output: output.trim().split('\n').slice(-shown).join('\n') }),
    )
  })
}
