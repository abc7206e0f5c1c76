import { describeProcess } from './describe-process.ts'

const flag = '--supervisor='

/** The argument that shows a store process's supervisor. */
export function supervisorArgument(pid: number): string {
  return `${flag}${pid}`
}

/**
 * Whether a process is a store whose supervisor still lives. The children of a dead supervisor get another parent: such
 * a store is about to stop by itself.
 */
export function isSupervised(pid: number): boolean {
  const store = describeProcess(pid)
  return store?.command.split(' ').includes(supervisorArgument(store.parent)) ?? false
}
