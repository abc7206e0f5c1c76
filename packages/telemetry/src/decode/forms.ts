import { readArrow } from './arrow/arrow.ts'
import { readColumns } from './columns/columns.ts'
import type { Intake } from './intake.ts'
import { readFrames } from './json/frames.ts'
import type { Rules } from './rules.ts'

export type ThingForm = 'frames' | 'columns' | 'arrow'

export const readers: Readonly<Record<ThingForm, (body: unknown, rules: Rules) => Intake>> = {
  frames: readFrames,
  columns: readColumns,
  arrow: readArrow,
}
