/**
 * Whether a node's row says that it is alive. One that is alive for much longer than a lease (a parameter, milliseconds)
 * is an error of a clock. It may be a little longer: its transaction may have begun after this one.
 */
export const isAlive = (lease: string) =>
  `"aliveUntil" BETWEEN now() AND now() + ${lease} * interval '2 milliseconds'`

/** Whether a node is alive, of those that a condition selects. */
export const alive = (condition: string, lease: string) =>
  `EXISTS (SELECT FROM sample_nodes WHERE ${condition} AND ${isAlive(lease)})`

/** Inserts or renews the row of a process that is alive. */
export const beat = (row: string) => `
  INSERT INTO sample_nodes (id, "aliveUntil", "canStore", alone, declined) ${row}
  ON CONFLICT (id) DO UPDATE
  SET "aliveUntil" = EXCLUDED."aliveUntil", "canStore" = EXCLUDED."canStore", declined = EXCLUDED.declined`
