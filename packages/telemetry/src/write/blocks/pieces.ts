import { type Portion, portionOf } from './portion.ts'
import { SampleBuffer } from './sample-buffer.ts'

/** Rows of a piece, or fewer with texts. A log record of such a piece is copied in a millisecond or two. */
const PIECE_ROWS = 65_536

/** Some rows of a buffer. */
export interface Piece extends Omit<Portion, 'work'> {
  readonly from: number
  readonly firstText: number
  readonly rows: number
}

/** Splits samples into pieces of bounded size, in order. */
export function piecesOf(whole: SampleBuffer, most = PIECE_ROWS): Piece[] {
  const pieces: Piece[] = []
  for (let [from, firstText] = [0, 0]; from < whole.rows; ) {
    const bounds = { from, to: whole.rows, firstText }
    const { to, endOfTexts, textUnits } = portionOf(whole, bounds, most)
    pieces.push({ from, to, firstText, endOfTexts, textUnits, rows: to - from })
    from = to
    firstText = endOfTexts
  }
  return pieces
}

/** The samples of a piece. They share the memory of the original, which may be freed once all pieces are done with. */
export function samplesOf(
  whole: SampleBuffer,
  { from, to, firstText, endOfTexts }: Piece,
): SampleBuffer {
  if (from === 0 && to === whole.rows) return whole
  const columns = {
    metrics: whole.metrics.subarray(from, to),
    numbers: whole.numbers.subarray(from, to),
    times: whole.times.subarray(from * 2, to * 2),
  }
  const samples = SampleBuffer.of(columns, to - from, whole.ascending)
  const rows = whole.textRows.slice(firstText, endOfTexts).map((row) => row - from)
  samples.addTexts(rows, whole.texts.slice(firstText, endOfTexts))
  return samples
}
