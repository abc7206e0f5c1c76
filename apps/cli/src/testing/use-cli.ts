import { randomUUID } from 'node:crypto'
import { keyPeppers, openCore, run } from '@sluice/core'
import { expect, inject } from 'vitest'
import { runCli } from './run-cli.ts'

/** The command line and a core, both on this database and the tests' engine, under one pepper. */
export function useCli(databaseUrl: string) {
  const environment = {
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: inject('clickhouseUrl'),
    // Test files share a database, and whoever uses one must have the same pepper.
    KEY_PEPPERS: '1:the pepper of the tests',
  }
  const core = openCore({
    databaseUrl,
    clickhouseUrl: environment.CLICKHOUSE_URL,
    peppers: keyPeppers.parse(environment.KEY_PEPPERS),
  })

  const sluice = (...args: string[]) => runCli(args, environment)

  /** The JSON that a command prints, which must succeed. */
  async function sluiceJson(...args: string[]) {
    const { exitCode, stdout, stderr } = await sluice(...args, '--json')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    return JSON.parse(stdout)
  }

  /** How the API answers a key, in the call on the key itself. */
  async function answerTo(keyString: string) {
    const answer = await run(core, {
      name: 'keys.self',
      ...{ keyString, address: '192.0.2.1', requestId: randomUUID(), ifMatch: undefined },
      ...{ params: {}, query: {}, readBody: undefined },
    })
    return 'problem' in answer ? answer.problem.code : answer.output
  }

  return { environment, core, sluice, sluiceJson, answerTo }
}
