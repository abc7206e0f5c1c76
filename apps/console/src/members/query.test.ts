import { expect, test } from 'vitest'
import { invitationsQuery, membersQuery, memberTab } from './query.ts'

test('the URL’s filters, order and page are requested', () => {
  const people = new URLSearchParams('text=cy&role=viewer&sort=-createdAt&cursor=x')
  expect(membersQuery(people)).toEqual({
    ...{ text: 'cy', role: 'viewer', sort: '-createdAt', cursor: 'x' },
  })
  const invitations = new URLSearchParams('tab=invitations&status=expired')
  expect(memberTab(invitations)).toBe('invitations')
  expect(invitationsQuery(invitations)).toEqual({ status: 'expired' })
})

test('what a hand-made URL says beyond them is left out', () => {
  const params = new URLSearchParams(`tab=x&text=${'x'.repeat(200)}&role=guest&sort=email&status=x`)
  expect(memberTab(params)).toBe('people')
  expect(membersQuery(params)).toEqual({ text: 'x'.repeat(100) })
  expect(invitationsQuery(params)).toEqual({ text: 'x'.repeat(100) })
})
