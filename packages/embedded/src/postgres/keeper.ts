import { describeProcess } from '../process/describe-process.ts'

/** Whether the process is a living keeper, that is one that runs this folder's main.ts. */
export function isKeeper(pid: number): boolean {
  return describeProcess(pid)?.command.includes('postgres/main.ts') ?? false
}
