import { encode } from 'uqr'
import classes from './qr-code.module.css'

/** Width of the quiet zone in modules; the standard requires four. */
const QUIET = 4

/** A QR code, always dark on light: many cameras cannot read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET })
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={classes.code} role="img" aria-label={label}>
      <path d={pathOf(data)} shapeRendering="crispEdges" />
    </svg>
  )
}

/** An SVG path with a square for each dark module. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const cells = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return cells.join('')
}
