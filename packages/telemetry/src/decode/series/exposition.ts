import { microsOfEpoch } from '../epoch-times.ts'
import { shorten } from '../faults.ts'
import { NAME, namesOfLabels, textOfLabels, traitsOfLabels } from './prometheus-labels.ts'
import type { Series } from './series.ts'

/** A line of a scraped page: a series with one sample, or a fault. */
export interface ExposedLine {
  /** Counted from 1. */
  readonly line: number
  readonly read: Series | string
}

/** Quoted texts inside the braces may hold braces. */
const SAMPLE =
  /^([A-Za-z_:][\w:]*)?(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})?\s+(\S+)(?:\s+(-?\d+))?\s*(?:#.*)?$/s
const PAIR = /\s*([A-Za-z_]\w*|"(?:[^"\\]|\\.)*")(?:\s*=\s*"((?:[^"\\]|\\.)*)")?\s*(?:,|$)/sy
const LONGEST_LINE = 8192

/**
 * Reads samples of Prometheus' text format ({@link
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format}). Each becomes a series as in remote
 * write. Comments and empty lines are skipped.
 */
export function* readExposition(text: string, now: Date): Generator<ExposedLine, void> {
  for (const [i, line] of text.split('\n').entries()) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    yield { line: i + 1, read: readLine(trimmed, now) }
  }
}

function readLine(line: string, now: Date): Series | string {
  if (line.length > LONGEST_LINE) return `is longer than ${LONGEST_LINE} characters`
  const [, name, pairs, value = '', time] = SAMPLE.exec(line) ?? []
  const number = numberOf(value)
  if (number === undefined) {
    return `is no sample, such as up{instance="a7"} 1: ${shorten(line)}`
  }
  const labels = new Map<string, string>(name === undefined ? [] : [[NAME, name]])
  if (!readPairs(pairs?.trim() ?? '', labels))
    return `has labels that cannot be read: ${shorten(line)}`
  if (!labels.has(NAME)) return `has no name: ${shorten(line)}`
  return {
    labels: {
      text: textOfLabels(labels),
      identity: { own: () => traitsOfLabels(labels), shared: [] },
      names: () => namesOfLabels(labels),
      label: (label) => labels.get(label),
    },
    samples: [{ value: number, micros: microsOfEpoch(time ?? String(now.getTime()), 'ms') }],
  }
}

function readPairs(text: string, labels: Map<string, string>): boolean {
  for (let at = 0; at < text.length; at = PAIR.lastIndex) {
    PAIR.lastIndex = at
    const [whole, label, value] = PAIR.exec(text) ?? []
    if (!whole || label === undefined) return false
    const name = label.startsWith('"') ? unescaped(label.slice(1, -1)) : label
    // A quoted name without a value is the metric's name.
    if (value !== undefined) labels.set(name, unescaped(value))
    else if (label.startsWith('"')) labels.set(NAME, name)
    else return false
  }
  return true
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_, character) => (character === 'n' ? '\n' : character))
}

const words = new Map([
  ['NaN', Number.NaN],
  ['+Inf', Number.POSITIVE_INFINITY],
  ['Inf', Number.POSITIVE_INFINITY],
  ['-Inf', Number.NEGATIVE_INFINITY],
])

function numberOf(word: string): number | undefined {
  const known = words.get(word)
  if (known !== undefined) return known
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(word) ? Number(word) : undefined
}
