import type { Pace } from '@sluice/runtime'
import type { SampleRun } from '../../cache/chunks/chunk.ts'
import type { HourTallies } from '../../cache/chunks/hour-tallies.ts'
import { Tallies } from '../../cache/chunks/tally.ts'
import { DAY, HOUR } from '../../rollups/rules.ts'
import type { Grid } from '../calendar/grid.ts'
import type { Range } from '../plan/range.ts'
import { endOf, type Group, placeOf, putValues, type Target, type Window } from './bucket-window.ts'
import { LineCursor } from './line-cursor.ts'

const HOURS_PER_DAY = DAY / HOUR

/** Whether a span and its buckets begin and end on whole hours. */
export function isOnHours(span: Range, grid: Grid): boolean {
  return span.from % HOUR === 0 && span.to % HOUR === 0 && grid.onHours(span)
}

/**
 * Adds a group's values for all buckets of a window, which consist of whole hours, from the hours' tallies where these
 * are known.
 */
export function* fillByHours(
  { lines, targets }: Group,
  window: Window,
  tallies: Tallies,
  pace: Pace,
): Generator<void, void> {
  const [line] = lines
  if (line && lines.length === 1 && isHourByHour(window)) {
    const known = line.runs.flatMap((run) => run.chunk?.knownHoursOf(run) ?? [])
    if (known.length === line.runs.length) {
      putHours(known, targets, window)
      if (pace.isOver(window.width)) yield
      return
    }
  }
  const { first, width, grid, range, seen } = window
  const from = Math.max(range.from, grid.startOf(first))
  const to = endOf(window, width - 1)
  tallies.clear(0, width)
  if (pace.isOver(width)) yield
  for (const { runs } of lines) {
    for (const run of runs) {
      const work = run.chunk?.knownHoursOf(run) ? HOURS_PER_DAY : run.end - run.first
      const hours = run.chunk?.hoursOf(run)
      if (hours) {
        const { start } = hours
        for (let time = Math.max(from, start); time < Math.min(to, start + DAY); time += HOUR) {
          const at = grid.numberOf(time) - first
          if (tallies.addOf(at, hours.tallies, (time - start) / HOUR)) seen[at] = 1
        }
      } else addRun(run, { from, to }, window, tallies)
      if (pace.isOver(work)) yield
    }
  }
  putValues(targets, tallies, width)
}

function isHourByHour({ grid, range, first, width }: Window): boolean {
  const [from, to] = [grid.startOf(first), grid.startOf(first + width)]
  return to - from === width * HOUR && range.from <= from && to <= range.to
}

/** Adds the known tallies of a line's hours. */
function putHours(
  days: readonly HourTallies[],
  targets: readonly Target[],
  { grid, first, width, seen }: Window,
): void {
  const from = grid.startOf(first)
  let at = 0
  const put = (tallies: Tallies | undefined, hour: number) => {
    const isKnown = tallies !== undefined && tallies.samples(hour) > 0
    if (isKnown) seen[at] = 1
    for (const { read, values } of targets) {
      values.push(isKnown && read ? read(tallies, hour) : null)
    }
    at += 1
  }
  for (const { start, tallies } of days) {
    const begin = (start - from) / HOUR
    while (at < Math.min(begin, width)) put(undefined, 0)
    while (at < Math.min(begin + HOURS_PER_DAY, width)) put(tallies, at - begin)
  }
  while (at < width) put(undefined, 0)
}

function addRun(run: SampleRun, span: Range, window: Window, tallies: Tallies): void {
  const cursor = new LineCursor({ thing: 0, metric: 0, runs: [run] }, span)
  const tally = new Tallies(1)
  for (let at = placeOf(cursor, window); at < window.width; at = placeOf(cursor, window)) {
    tally.clear(0, 1)
    cursor.tallyBefore(endOf(window, at), tally)
    tallies.addOf(at, tally, 0)
    window.seen[at] = 1
  }
}
