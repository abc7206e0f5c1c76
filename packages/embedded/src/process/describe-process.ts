import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type ProcessDescription = { parent: number; command: string }

/** Parent and command line of a living process; undefined for a dead one or a zombie. */
export function describeProcess(pid: number): ProcessDescription | undefined {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
  } catch {
    return undefined
  }
}

function fromProc(pid: number): ProcessDescription | undefined {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  // The name in parentheses may contain spaces and parentheses.
  const [, parent] = /^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return command && parent ? { parent: Number(parent), command } : undefined
}

function fromPs(pid: number): ProcessDescription | undefined {
  const line = execFileSync('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)])
  const [, parent, command] = /^\s*(\d+)\s+(.*)$/.exec(line.toString().trim()) ?? []
  return parent && command ? { parent: Number(parent), command: `${command} ` } : undefined
}
