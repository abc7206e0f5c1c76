import { SampleBuffer } from './sample-buffer.ts'

/** Limits of a piece. A log record of such a piece is copied in a millisecond or two. */
const most = { rows: 65_536, textUnits: 1024 * 1024 }

/**
 * Splits samples into pieces of bounded size, in order. The pieces share the memory of the original, which may be freed
 * once all are done with.
 */
export function piecesOf(samples: SampleBuffer, { rows, textUnits } = most): SampleBuffer[] {
  if (samples.rows <= rows && samples.textUnits <= textUnits) return [samples]
  const pieces: SampleBuffer[] = []
  let text = 0
  for (let from = 0; from < samples.rows; ) {
    const firstText = text
    let to = Math.min(from + rows, samples.rows)
    let units = 0
    for (let row = samples.textRows[text]; row !== undefined && row < to; ) {
      units += samples.texts[text]?.length ?? 0
      text += 1
      // A piece has at least one row, however long its text.
      if (units >= textUnits) to = row + 1
      row = samples.textRows[text]
    }
    pieces.push(pieceOf(samples, { from, to, firstText, endOfTexts: text }))
    from = to
  }
  return pieces
}

interface Cut {
  readonly from: number
  readonly to: number
  readonly firstText: number
  readonly endOfTexts: number
}

function pieceOf(samples: SampleBuffer, { from, to, firstText, endOfTexts }: Cut): SampleBuffer {
  const columns = {
    metrics: samples.metrics.subarray(from, to),
    numbers: samples.numbers.subarray(from, to),
    times: samples.times.subarray(from * 2, to * 2),
  }
  const piece = SampleBuffer.of(columns, to - from, samples.ascending)
  const rows = samples.textRows.slice(firstText, endOfTexts).map((row) => row - from)
  piece.addTexts(rows, samples.texts.slice(firstText, endOfTexts))
  return piece
}
