// Runs an installed tool at the root of the checkout. Runs on Node 20.
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { repositoryRoot } from './bootstrap.mjs'

const tools = join(repositoryRoot, 'node_modules', '.bin')

/**
 * @param {string} tool
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, held?: boolean }} [options] `held`: the output is
 *   returned instead of shown as it comes
 * @returns {Promise<{ passed: boolean, output: string }>} `passed`: the tool ended with code 0
 */
export function runTool(tool, args, { env = {}, held = false } = {}) {
  const child = spawn(join(tools, tool), args, {
    cwd: repositoryRoot,
    stdio: held ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: {
      ...process.env,
      // The tools' own `node` is then the one that npm brought along.
      PATH: `${tools}${delimiter}${process.env.PATH}`,
      TURBO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      ...(held && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ passed: code === 0, output }))
  })
}
