import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type Report = { pid: number; serverPid: number; port: number }

/** Starts a store under a supervisor of its own and kills that supervisor as soon as the store serves. */
export async function underKilledSupervisor(order: object): Promise<Report> {
  const supervisor = fork(fileURLToPath(new URL('./supervisor.ts', import.meta.url)), {
    execArgv: [],
  })
  supervisor.send(order)
  const report = await new Promise<Report>((resolve, reject) => {
    supervisor.once('message', (message) => resolve(message as Report))
    supervisor.once('exit', (code) => reject(new Error(`supervisor ended with ${code}`)))
  })
  supervisor.kill('SIGKILL')
  return report
}
