import { z } from 'zod'
import { pathForms, scopeActions } from './words.ts'

/** One of {@link scopeActions}. */
export type ScopeAction = (typeof scopeActions)[number]

const SEGMENT = /^(#|[A-Za-z0-9._~-]{1,64})$/
const forms = pathForms.map((form) => form.split('/'))
const MOST_SEGMENTS = Math.max(...forms.map(({ length }) => length))

/** Characters of the longest filter: that of the longest form, with ids of 64 in place of each `#`. */
export const filterLength = Math.max(
  ...pathForms.map((form) => form.replaceAll('#', 'x'.repeat(64)).length),
)

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
  if (forms.some((form) => fits(form, segments))) return undefined
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
  // Segments beyond the longest form line up with none.
  const segments = written.filter((segment) => segment !== '').slice(0, MOST_SEGMENTS)
  if (segments.length === 0) return '#'
  const folded = segments.map(fold)
  const [nearest] = forms
    .map((form) => ({ form, distance: distanceOf(form, folded) }))
    .sort((a, b) => a.distance - b.distance)
  return (nearest?.form ?? ['#'])
    .map((word, i) => (word === '#' && SEGMENT.test(segments[i] ?? '') ? segments[i] : word))
    .join('/')
}

/** How far a form is from what was written: shared words first, then fixed words out of place, then length, a digit each. */
function distanceOf(form: string[], written: string[]): number {
  let [shared, misplaced] = [0, 0]
  for (const [i, word] of form.entries()) {
    if (word === '#') continue
    const folded = fold(word)
    if (written.includes(folded)) shared += 1
    if (written[i] !== '#' && written[i] !== folded) misplaced += 1
  }
  return -100 * shared + 10 * misplaced + Math.abs(form.length - written.length)
}

/** Words that differ in case or in a plural's s are the same mistake. */
function fold(word: string): string {
  return word.toLowerCase().replace(/s$/, '')
}

/** A resource filter, as in a scope (spec section 2). */
export const resourceFilter = z
  .string()
  // The fault of a longer one is not looked for: it names the nearest form, which takes time.
  .max(filterLength, { error: `must have at most ${filterLength} characters`, abort: true })
  .check((context) => {
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
