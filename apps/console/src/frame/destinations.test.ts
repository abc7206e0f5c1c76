import { expect, test } from 'vitest'
import { destinationsOf, isWithin, sectionOf } from './destinations.ts'

const person = {
  user: { name: 'Ann', email: 'ann@sluice.example' },
  memberships: [{ organizationId: 'a', name: 'A', role: 'owner' }],
  isOperator: true,
}

/** What the navigation marks as the page that is open. */
function marked(area: 'organization' | 'operator', base: string, pathname: string) {
  const all = destinationsOf(area, base, person).flat()
  return all.filter((one) => isWithin(pathname, one)).map(({ label }) => label)
}

test('every destination of an organization lies below its own path', () => {
  const hrefs = destinationsOf('organization', '/o/a', { ...person, isOperator: false })
    .flat()
    .map(({ href }) => href)
  expect(hrefs.every((href) => href === '/o/a' || href.startsWith('/o/a/'))).toBe(true)
  expect(new Set(hrefs).size).toBe(hrefs.length)
})

test.each([
  ['/o/a', ['Overview']],
  ['/o/a/keys', ['Keys']],
  ['/o/a/keys/abc', ['Keys']],
  ['/o/a/import-things', ['Things']],
  ['/o/a/account', []],
] as const)('the navigation marks where one is: %s', (pathname, labels) => {
  expect(marked('organization', '/o/a', pathname)).toEqual(labels)
})

test('the operator’s own navigation lies below its path, and leads back', () => {
  expect(marked('operator', '/operator', '/operator/requests/r1')).toEqual(['Requests'])
  expect(destinationsOf('operator', '/operator', person).at(-1)?.[0]?.href).toBe('/')
})

test.each([
  ['/', '/'],
  ['/keys/abc', '/keys'],
  ['/import-things', '/things'],
  ['/create-template', '/templates'],
  ['/account', '/account'],
  ['/nowhere', '/'],
])('another organization is entered in the same section: %s', (path, section) => {
  expect(sectionOf(path)).toBe(section)
})
