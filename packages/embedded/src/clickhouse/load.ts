/** An INSERT that brings rows with it, cut where the engine wants the name of a file instead. */
export type Load = {
  kind: 'load'
  /** `INSERT INTO t (a, b)` */
  target: string
  /** `SETTINGS x = 1`, or nothing. */
  settings: string
  format: string
  /** Rows that stand in the statement itself, ahead of those in the request's body. */
  inline: Buffer
}
