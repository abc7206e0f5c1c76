import { placeIn } from '../../cache/place-in.ts'
import type { SampleBuffer } from './sample-buffer.ts'

/** The work of encoding a text, in rows of numbers; each so many UTF-16 units of it are one more. */
const [WORK_PER_TEXT, UNITS_PER_WORK] = [4, 16]

/** Consecutive rows of a buffer, up to `to`, and their texts. */
export interface Portion {
  readonly to: number
  readonly endOfTexts: number
  readonly textUnits: number
  /** In rows of numbers. */
  readonly work: number
}

interface Bounds {
  readonly from: number
  readonly to: number
  /** The index of their first text. */
  readonly firstText?: number
}

/** The first of these rows, as many as `most` work allows, but at least one. */
export function portionOf(
  { textRows, texts }: SampleBuffer,
  { from, to, firstText = placeIn(textRows, from) }: Bounds,
  most: number,
): Portion {
  let end = Math.min(to, from + most)
  let [text, textUnits] = [firstText, 0]
  let ofTexts = 0
  for (let row = textRows[text]; row !== undefined && row < end; row = textRows[text]) {
    textUnits += texts[text]?.length ?? 0
    text += 1
    ofTexts = (text - firstText) * WORK_PER_TEXT + Math.floor(textUnits / UNITS_PER_WORK)
    end = Math.max(row + 1, Math.min(end, from + most - ofTexts))
  }
  return { to: end, endOfTexts: text, textUnits, work: end - from + ofTexts }
}
