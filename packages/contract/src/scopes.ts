import { z } from 'zod'
import { pathForms, scopeActions } from './words.ts'

/** One of {@link scopeActions}. */
export type ScopeAction = (typeof scopeActions)[number]

const SEGMENT = /^(#|[A-Za-z0-9._~-]{1,64})$/

/**
 * What is wrong with a resource filter, with the nearest valid form. Undefined when it is well
 * formed and can match a resource.
 */
export function resourceFilterFault(filter: string): string | undefined {
  if (filter === '#') return undefined
  const segments = filter.split('/')
  const bad = segments.findIndex((segment) => !SEGMENT.test(segment))
  if (bad >= 0) {
    return segments[bad] === ''
      ? `has an empty segment; the nearest valid form is ${nearestForm(segments)}`
      : `segment ${bad + 1} must be # or 1 to 64 of A-Z a-z 0-9 . _ ~ -`
  }
  if (pathForms.some((form) => fits(form.split('/'), segments))) return undefined
  return `can match no resource; the nearest valid form is ${nearestForm(segments)}`
}

/** A filter fits a form when it has as many segments and each fixed word is met by itself or by `#`. */
function fits(form: string[], segments: string[]): boolean {
  return (
    form.length === segments.length &&
    form.every((word, i) => word === '#' || segments[i] === word || segments[i] === '#')
  )
}

/** The form that shares most words with the filter, its ids taken over where they line up. */
function nearestForm(written: string[]): string {
  const segments = written.filter((segment) => segment !== '')
  if (segments.length === 0) return '#'
  const nearest = pathForms
    .map((form) => form.split('/'))
    .sort((a, b) => compare(a, b, segments))[0]
  return (nearest ?? ['#'])
    .map((word, i) => (word === '#' && SEGMENT.test(segments[i] ?? '') ? segments[i] : word))
    .join('/')
}

/** Orders forms by nearness: shared words first, then fixed words out of place, then length. */
function compare(a: string[], b: string[], segments: string[]): number {
  const written = segments.map(fold)
  const fixed = (form: string[]) => form.filter((word) => word !== '#')
  const shared = (form: string[]) =>
    fixed(form).filter((word) => written.includes(fold(word))).length
  const misplaced = (form: string[]) =>
    form.filter((word, i) => word !== '#' && segments[i] !== '#' && fold(word) !== written[i])
      .length
  const lengths = (form: string[]) => Math.abs(form.length - segments.length)
  return shared(b) - shared(a) || misplaced(a) - misplaced(b) || lengths(a) - lengths(b)
}

/** Words that differ in case or in a plural's s are the same mistake. */
function fold(word: string): string {
  return word.toLowerCase().replace(/s$/, '')
}

const resourceFilter = z.string().check((context) => {
  const fault = resourceFilterFault(context.value)
  if (fault) context.issues.push({ code: 'custom', message: fault, input: context.value })
})

/** An action on the resources that a filter matches (spec section 2). */
export const scope = z
  .strictObject({
    action: z
      .enum(scopeActions, { error: 'must be read, write, admin or *' })
      .describe('What it allows. None of read, write and admin implies another; * is all three'),
    resourceFilter: resourceFilter.describe(
      'Slash-separated segments; # matches exactly one segment; # alone matches everything',
    ),
  })
  .meta({ id: 'Scope', description: 'An action on the resources that a filter matches' })

/** An action and a resource filter. A key may do what any of its scopes allows. */
export type Scope = z.output<typeof scope>
