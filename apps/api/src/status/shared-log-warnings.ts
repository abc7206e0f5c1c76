import type { LogState } from '@sluice/telemetry'

/** Milliseconds that a node's clock may differ: relative times, expiry and limits go by it; the order of writes does not. */
const CLOCK_MS = 10

/** Seconds: more than twice the pause between two flushes of a partition. */
const LAG_SECONDS = 20

/** What has to be fixed about the shared log, though this node is ready. */
export function sharedLogWarnings(state: LogState | undefined): string[] {
  if (!state) return []
  const warnings: string[] = []
  const { partitions, clockAhead, unreadable } = state
  const late = partitions.filter(({ lagSeconds }) => lagSeconds > LAG_SECONDS)
  if (late.length > 0) {
    const lag = Math.round(Math.max(...late.map(({ lagSeconds }) => lagSeconds)))
    const names = late.map(({ partition }) => partition).join(', ')
    warnings.push(`Samples wait to be stored for ${lag} s, in partitions ${names}.`)
  }
  const later = unreadable.filter(({ isDamaged }) => !isDamaged)
  if (later.length > 0) {
    warnings.push(
      `This node cannot read acknowledged samples in the log, of a later version: ${placesOf(later)}. Upgrade this node.`,
    )
  }
  const damaged = unreadable.filter(({ isDamaged }) => isDamaged)
  if (damaged.length > 0) {
    warnings.push(
      `Acknowledged samples in the log are damaged: ${placesOf(damaged)}. Queries of them get 503 until these records ` +
        'are moved to files: npx sluice samples remove-record',
    )
  }
  const withParked = partitions.filter(({ partition, parked }) => {
    return parked > 0 && !unreadable.some((one) => one.partition === partition)
  })
  if (withParked.length > 0) {
    const names = withParked.map(({ partition }) => partition).join(', ')
    warnings.push(
      `Acknowledged samples of partitions ${names} are set aside and tried again: ClickHouse refuses them, or the node ` +
        'that stores the partition cannot read them.',
    )
  }
  if (Math.abs(clockAhead) > CLOCK_MS) {
    const by = `${Math.round(Math.abs(clockAhead))} ms ${clockAhead > 0 ? 'behind' : 'ahead of'}`
    warnings.push(`The clock of this node is ${by} that of Postgres. Set it by NTP.`)
  }
  return warnings
}

/** Records that a warning names. */
const NAMED = 3

function placesOf(records: LogState['unreadable']): string {
  const places = records
    .slice(0, NAMED)
    .map(({ partition, position }) => `partition ${partition}, position ${position}`)
  const more = records.length - places.length
  return [...places, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}
