import { describeProcess } from './describe-process.ts'

const flag = '--supervisor='

/** The argument by which a store process tells whoever looks at it to whom it belongs. */
export function supervisorArgument(pid: number): string {
  return `${flag}${pid}`
}

/**
 * Whether a process is a store whose supervisor still lives. A supervisor that died handed its
 * children to another parent: such a store is about to stop by itself.
 */
export function isSupervised(pid: number): boolean {
  const store = describeProcess(pid)
  return store?.command.split(' ').includes(supervisorArgument(store.parent)) ?? false
}
