import { createServer } from 'node:net'
import type { Environment } from '../environment.ts'

/** Why something cannot be had. `passing`: it may be free in a moment. */
export interface ClaimFault {
  readonly message: string
  readonly passing: boolean
}

/** The first fault of the two ports, or undefined when both can be listened on. */
export async function portFault(environment: Environment): Promise<ClaimFault | undefined> {
  for (const variable of ['API_PORT', 'CONSOLE_PORT'] as const) {
    const code = await listenFault(environment.HOST, environment[variable])
    if (code !== undefined) return explain(code, environment, variable)
  }
  return undefined
}

/** The system's error code, or undefined when listening works. */
function listenFault(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}

function explain(
  code: string,
  environment: Environment,
  variable: 'API_PORT' | 'CONSOLE_PORT',
): ClaimFault {
  const { HOST } = environment
  const port = environment[variable]
  if (code === 'EADDRINUSE') {
    const message = `Port ${port} of ${HOST} is in use by another program. Stop it, or choose another port: ${variable}=${otherPort(environment, port, port > 65_000 ? -10 : 10)} npm start`
    return { message, passing: true }
  }
  if (code === 'EACCES') {
    const message = `This user may not listen on port ${port}. Choose a port above 1023: ${variable}=${otherPort(environment, port, 8000)} npm start`
    return { message, passing: false }
  }
  return {
    message: `Cannot listen on HOST ${HOST} (${code}). Use an address of this machine.`,
    passing: false,
  }
}

/** The port at that distance, or twice as far where the other variable has that. */
function otherPort(
  { API_PORT, CONSOLE_PORT }: Environment,
  port: number,
  distance: number,
): number {
  const near = port + distance
  return near === API_PORT || near === CONSOLE_PORT ? near + distance : near
}
