import { pathForms, scopeActions } from '@sluice/contract'
import fc from 'fast-check'

/** Few ids, so that filters and paths often match. `a.b` would expose a filter used as a regular expression. */
const ids = fc.constantFrom('a', 'b', 'a.b', 'axb')

function fill(form: string, parts: readonly string[]): string {
  let next = 0
  return form.replaceAll('#', () => parts[next++] ?? 'a')
}

/** Resource paths of every form. */
export const paths = fc
  .tuple(fc.constantFrom(...pathForms), fc.array(ids, { minLength: 3, maxLength: 3 }))
  .map(([form, parts]) => fill(form, parts))

/** Filters of every form, with any segments widened to `#`; and `#` alone. */
export const filters = fc.oneof(
  { weight: 1, arbitrary: fc.constant('#') },
  {
    weight: 9,
    arbitrary: fc
      .tuple(paths, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }))
      .map(([path, widened]) =>
        path
          .split('/')
          .map((segment, i) => (widened[i] ? '#' : segment))
          .join('/'),
      ),
  },
)

export const scopes = fc.record({
  action: fc.constantFrom(...scopeActions),
  resourceFilter: filters,
})
