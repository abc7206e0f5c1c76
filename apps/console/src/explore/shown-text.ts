import { formatAverage, formatMeasure, formatShare } from '#format/values.ts'
import type { ShownAs } from './shown-as.ts'

/** A drawn value as text, with its unit. */
export function shownText({ unit, isOnOff, isComputed }: ShownAs, value: number): string {
  if (isOnOff) return formatShare(value)
  return isComputed ? formatAverage(value, unit) : formatMeasure(value, unit)
}
