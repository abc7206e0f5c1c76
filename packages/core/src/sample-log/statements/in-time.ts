/**
 * Whether a statement is still wanted: some time after this deadline its caller gives it up, and does other things that
 * it must not undo. Checked after taking the lock that every later statement needs, so the result holds until the
 * commit, however long that takes.
 */
export const inTime = (deadline: string) =>
  `clock_timestamp() < to_timestamp(${deadline}::float8 / 1000) AS "inTime"`
