import { auditedOperations } from '@sluice/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Logged } from '../logged.ts'
import { Sentence } from './sentence.tsx'

vi.mock('#address/page-link.tsx', () => ({
  PageLink: ({ href, children }: { href: string; children: string }) => (
    <a href={href}>{children}</a>
  ),
}))

const ann: Logged['actor'] = { type: 'user', id: 'u1', name: 'Ann' }
const of = (entry: Partial<Logged>): Logged => ({
  ...{ id: '1', at: '2026-06-01T12:00:00.000Z', actor: ann, address: null, requestId: null },
  ...{
    operation: 'sites.update',
    resource: 'PLACE/Site/oslo',
    entries: 1,
    position: 1,
    hash: null,
  },
  ...{ before: null, after: null, withheld: false },
  ...entry,
})
const said = (entry: Partial<Logged>) => renderToStaticMarkup(<Sentence entry={of(entry)} />)
const plain = (entry: Partial<Logged>) =>
  said(entry)
    .replaceAll(/<q>(.*?)<\/q>/g, '“$1”')
    .replaceAll(/<[^>]+>/g, '')

test.each(auditedOperations)('describes %s in a sentence', (operation) => {
  const record = { name: 'North', email: 'bob@acme.example', role: 'admin', domain: 'acme.example' }
  const text = plain({ operation, before: record, after: { ...record, deliveries: 2 } })
  expect(text).toMatch(/^(Ann|bob@acme\.example) \p{Ll}+/u)
  expect(text).not.toMatch(/undefined|\[object| {2}/)
  expect(text).not.toContain(operation)
})

test.each<[Partial<Logged>, string]>([
  [
    { before: { name: 'Oslo', etag: 'a' }, after: { name: 'Oslo north', etag: 'b' } },
    'Ann changed the name of site Oslo north from “Oslo” to “Oslo north”',
  ],
  [
    { before: { name: 'Oslo', labels: { a: 1 } }, after: { name: 'Bergen', labels: { b: 1 } } },
    'Ann changed the name and the labels of site Bergen',
  ],
  [
    { before: { a: 1, b: 1, c: 1, d: 1 }, after: { a: 2, b: 2, c: 2, d: 2 } },
    'Ann changed 4 fields of site oslo',
  ],
  [
    { before: { description: 'x'.repeat(50) }, after: { description: '' } },
    'Ann changed the description of site oslo',
  ],
  [
    { operation: 'fleets.changeMembers', resource: 'PLACE/Fleet/f', after: { added: ['a', 'b'] } },
    'Ann added 2 things to fleet f',
  ],
  [
    { operation: 'fleets.changeMembers', resource: 'THING/truck/t', after: { name: 'Truck' } },
    'Ann changed the fleets of thing Truck',
  ],
  [
    {
      operation: 'templates.apply',
      resource: 'DEFINITION/Template/fridge',
      after: { name: 'mine', summary: { create: 1200, update: 0, release: 3 } },
    },
    'Ann applied template fridge: 1,200 created and 3 released',
  ],
  [
    {
      operation: 'members.changeRole',
      resource: 'ORGANIZATION',
      after: { email: 'b@x', role: 'viewer' },
    },
    'Ann made b@x a viewer',
  ],
  [
    { operation: 'future.thing', resource: 'FUTURE/x' },
    'Ann called future.thing on the organization',
  ],
])('describes what differs in %j', (entry, text) => {
  expect(plain(entry)).toBe(text)
})

test('links names to their pages while those exist', () => {
  const resource = 'KEY/3hZk9QmT7aBc'
  const after = { name: '<partner>' }
  expect(said({ operation: 'keys.create', resource, after })).toContain(
    '<a href="/keys/3hZk9QmT7aBc">&lt;partner&gt;</a>',
  )
  expect(said({ operation: 'sites.delete', before: { name: 'Oslo' } })).not.toContain('<a ')
  const key = { type: 'key', id: 'k1', name: 'gateway' } as const
  expect(said({ actor: key })).toContain('Key <a href="/keys/k1">gateway</a>')
})

test('describes records of any shape', () => {
  for (const record of [null, undefined, 'text', 7, [], { name: 7 }, { summary: 'none' }]) {
    for (const operation of auditedOperations) {
      expect(plain({ operation, before: record, after: record })).not.toContain('[object')
    }
  }
})
