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
  if (unreadable.length > 0) {
    warnings.push(
      `This node cannot read acknowledged samples of partitions ${unreadable.join(', ')}: ` +
        'a node of a later version wrote them, or they are damaged. Upgrade this node.',
    )
  }
  const withParked = partitions.filter(({ partition, parked }) => {
    return parked > 0 && !unreadable.includes(partition)
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
