import type { PlotColors } from './plot-options.ts'

/** A canvas knows no CSS variables: takes the present values of our tokens from an element. */
export function plotColors(element: Element): PlotColors {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    line: token('--accent'),
    // Two more hexadecimal digits: 22 of 255 opaque.
    band: `${token('--accent')}22`,
    grid: token('--line'),
    text: token('--text-muted'),
  }
}
