import type { PlotColors } from './plot-options.ts'

/** Reads the current values of our colour tokens from an element, because a canvas cannot use CSS variables. */
export function plotColors(element: Element): PlotColors {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    line: token('--accent'),
    // The appended hexadecimal digits are the opacity: 0x22 of 255.
    band: `${token('--accent')}22`,
    grid: token('--line'),
    text: token('--text-muted'),
  }
}
