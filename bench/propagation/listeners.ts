import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

const listeners = `
  FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'sluice changes'`

const CUT_EVERY_MS = 20

/** What happens to the nodes' listening connections. The answer undoes it. */
export type Strike = (sql: Client) => Promise<() => Promise<void>>

/** Postgres ends them, and again whenever a node opens another. */
export const cut: Strike = async (sql) => {
  let mended = false
  const end = () => sql.query(`SELECT pg_terminate_backend(pid) ${listeners}`)
  await end()
  const keepCutting = async () => {
    while (!mended) {
      await pause(CUT_EVERY_MS)
      await end()
    }
  }
  const cutting = keepCutting()
  return async () => {
    mended = true
    await cutting
  }
}

/** The processes behind them stand still: open connections that carry nothing, as after a pulled cable. */
export const freeze: Strike = async (sql) => {
  const { rows } = await sql.query<{ pid: number }>(`SELECT pid ${listeners}`)
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
  return async () => {
    for (const { pid } of rows) process.kill(pid, 'SIGCONT')
  }
}

/** Nothing happens to them. */
export const none: Strike = async () => async () => {}
