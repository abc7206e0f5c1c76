/** Conditions in an erasure's statements, by parameter names. All of them include the thing. */

const THING = 'organization = {organization:UInt32} AND thing = {thing:UInt32}'

/** No metrics means all. */
export const SERIES = `${THING} AND (empty({metrics:Array(UInt32)}) OR metric IN {metrics:Array(UInt32)})`

/** The metric at an index of the parameter. */
export const seriesAt = (place: number) =>
  `${THING} AND metric = {metrics:Array(UInt32)}[${place + 1}]`

const FROM = `fromUnixTimestamp64Micro({from:Int64}, 'UTC')`
const TO = `fromUnixTimestamp64Micro({to:Int64}, 'UTC')`

export const BEFORE = `time < ${FROM}`
export const UNTIL = `time < ${TO}`
export const AFTER = `time >= ${TO}`

export const RANGE = `${SERIES} AND time >= ${FROM} AND ${UNTIL}`

/** The days of the range. */
export const DAYS = 'day >= {firstDay:Int32} AND day <= {lastDay:Int32}'
