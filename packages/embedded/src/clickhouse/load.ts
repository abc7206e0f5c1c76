/** An INSERT with rows, split where the engine needs the name of a file instead. */
export type Load = {
  kind: 'load'
  /** `INSERT INTO t (a, b)` */
  target: string
  /** `SETTINGS x = 1`, or empty. */
  settings: string
  format: string
  /** Rows in the statement itself, before those in the request's body. */
  inline: Buffer
}
