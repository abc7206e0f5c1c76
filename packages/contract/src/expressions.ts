import { z } from 'zod'

/** Limits of an expression. */
export const expressionLimits = {
  characters: 512,
  alternatives: 8,
  /** Labels in one alternative. */
  labels: 8,
  labelCharacters: 128,
} as const

const limits = expressionLimits

/** One alternative: the values of `labels` with `texts` around and between them, so there is one more text than labels. */
export interface Alternative {
  readonly texts: readonly string[]
  readonly labels: readonly string[]
}

/** Whether a bare word is a label's name, or an error. */
type Bare = 'label' | 'refused'

/**
 * Reads an expression: alternatives with commas between them, each a text in which `{label}` stands for the value of that
 * label. The first alternative counts whose labels a sample all has. Answers what is wrong with one that cannot be read.
 */
export function parseExpression(text: string, bare: Bare): readonly Alternative[] | string {
  if (text.length > limits.characters) return `must be at most ${limits.characters} characters`
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length > limits.alternatives) {
    return `must have at most ${limits.alternatives} alternatives`
  }
  const alternatives: Alternative[] = []
  for (const part of parts) {
    const alternative = parseAlternative(part, bare)
    if (typeof alternative === 'string') return alternative
    alternatives.push(alternative)
  }
  return alternatives
}

function parseAlternative(part: string, bare: Bare): Alternative | string {
  if (part === '') return 'must not have an empty alternative'
  if (!/[{}]/.test(part)) {
    if (bare === 'label') return { texts: ['', ''], labels: [part] }
    return `must hold a label in braces, for example {${part.slice(0, limits.labelCharacters)}}`
  }
  const pieces = part.split(/\{([^{}]*)\}/)
  const texts = pieces.filter((_, i) => i % 2 === 0)
  const labels = pieces.filter((_, i) => i % 2 === 1).map((label) => label.trim())
  if (texts.some((one) => /[{}]/.test(one))) return 'has a brace without its other one'
  if (labels.includes('')) return 'must have a label in each pair of braces'
  if (labels.length > limits.labels) {
    return `must have at most ${limits.labels} labels in an alternative`
  }
  if (labels.some((label) => label.length > limits.labelCharacters)) {
    return `must have labels of at most ${limits.labelCharacters} characters`
  }
  return { texts, labels }
}

/** What is wrong with an expression; undefined where nothing is. */
type Fault = (text: string) => string | undefined

function expression(faultOf: Fault) {
  return z.string().check((context) => {
    const message = faultOf(context.value)
    if (message !== undefined) {
      context.issues.push({ code: 'custom', message, input: context.value })
    }
  })
}

function formFault(text: string, bare: Bare): string | undefined {
  const parsed = parseExpression(text, bare)
  return typeof parsed === 'string' ? parsed : undefined
}

/** Of series: a bare word in the expression of things is a label, so `host` is `{host}`. */
export const seriesExpressions = {
  thing: expression((text) => formFault(text, 'label')),
  metric: expression((text) => formFault(text, 'refused')),
} as const

/** Of line protocol, whose fields are metrics of one thing. */
export const lineExpressionFaults = {
  thing(text: string) {
    const parsed = parseExpression(text, 'label')
    if (typeof parsed === 'string') return parsed
    return parsed.some(holdsField) ? 'must not hold {field}: a line is of one thing' : undefined
  },
  metric(text: string) {
    const parsed = parseExpression(text, 'refused')
    if (typeof parsed === 'string') return parsed
    if (parsed.every(holdsField)) return undefined
    return 'must hold {field}, for example {measurement}_{field}'
  },
} as const satisfies Record<string, Fault>

/** Expressions of line protocol. */
export const lineExpressions = {
  thing: expression(lineExpressionFaults.thing),
  metric: expression(lineExpressionFaults.metric),
} as const

function holdsField({ labels }: Alternative): boolean {
  return labels.includes('field')
}
