import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * Whether the servers under attack, and the bystanders, have a core of their own, and callers and stores the others: what
 * is left of a wait is then the server's, and not the machine's that all of them share. Linux alone can do so.
 */
export const OWN_CORE = process.env.BENCH_OWN_CORE === '1'

/** Leaves the first core to others: this process does, and whatever it starts. */
export function leaveFirstCore(): void {
  if (OWN_CORE) pin(process.pid, `1-${availableParallelism() - 1}`)
}

/** Moves a process to the first core. */
export function giveFirstCore(pid: number | undefined): void {
  if (OWN_CORE && pid !== undefined) pin(pid, '0')
}

function pin(pid: number, cores: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], {
    stdio: 'ignore',
  })
}
