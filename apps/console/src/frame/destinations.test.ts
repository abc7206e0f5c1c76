import { expect, test } from 'vitest'
import { destinationsOf, isWithin, sectionOf } from './destinations.ts'

const person = {
  user: { id: 'ann', name: 'Ann', email: 'ann@sluice.example' },
  memberships: [{ organizationId: 'a', name: 'A', role: 'owner' }],
  isOperator: true,
}

/** The labels of the destinations marked as current. */
function marked(area: 'organization' | 'operator', base: string, pathname: string) {
  const all = destinationsOf(area, base, person).flat()
  return all.filter((one) => isWithin(pathname, one)).map(({ label }) => label)
}

test('every destination of an organization is below its path', () => {
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
] as const)('the navigation of the page %s marks %j', (pathname, labels) => {
  expect(marked('organization', '/o/a', pathname)).toEqual(labels)
})

test('every group of an organization except the first has a heading', () => {
  const groups = destinationsOf('organization', '/o/a', { ...person, isOperator: false })
  expect(groups.map(([first]) => first?.heading)).toEqual([
    ...[undefined, 'Data', 'Model', 'Organization'],
  ])
})

test("the operator's destinations are below its path, with a way back", () => {
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
])('switching the organization on the page %s leads to %s', (path, section) => {
  expect(sectionOf(path)).toBe(section)
})
