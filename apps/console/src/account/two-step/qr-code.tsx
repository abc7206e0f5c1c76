import { encode } from 'uqr'
import classes from './qr-code.module.css'

/** Light modules around the code, of which readers need four. */
const QUIET = 4

/** A text as a QR code, dark on light in dark mode too: many cameras cannot read it otherwise. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET })
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={classes.code} role="img" aria-label={label}>
      <path d={pathOf(data)} shapeRendering="crispEdges" />
    </svg>
  )
}

/** The dark modules: a stroke of a module's height for each. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const cells = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return cells.join('')
}
