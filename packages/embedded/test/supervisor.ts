/** Forks the store it is told to and reports it; to be killed, as a supervisor may be. */
import { forkClickHouse, forkPostgres } from '../src/index.ts'

type Order =
  | { store: 'clickhouse'; options: Parameters<typeof forkClickHouse>[0] }
  | { store: 'postgres'; options: Parameters<typeof forkPostgres>[0] }

process.once('message', async (order: Order) => {
  const running =
    order.store === 'postgres'
      ? await forkPostgres(order.options)
      : await forkClickHouse(order.options)
  process.send?.({ pid: running.pid, serverPid: running.serverPid, port: running.port })
})
