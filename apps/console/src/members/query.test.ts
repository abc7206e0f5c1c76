import { expect, test } from 'vitest'
import { invitationsQuery, membersQuery, memberTab } from './query.ts'

test('the member query takes filters, order and page from the URL', () => {
  const people = new URLSearchParams('text=cy&role=viewer&sort=-createdAt&cursor=x')
  expect(membersQuery(people)).toEqual({
    ...{ text: 'cy', role: 'viewer', sort: '-createdAt', cursor: 'x' },
  })
  const invitations = new URLSearchParams('tab=invitations&status=expired')
  expect(memberTab(invitations)).toBe('invitations')
  expect(invitationsQuery(invitations)).toEqual({ status: 'expired' })
})

test('the member query ignores everything else in the URL', () => {
  const params = new URLSearchParams(`tab=x&text=${'x'.repeat(200)}&role=guest&sort=email&status=x`)
  expect(memberTab(params)).toBe('people')
  expect(membersQuery(params)).toEqual({ text: 'x'.repeat(100) })
  expect(invitationsQuery(params)).toEqual({ text: 'x'.repeat(100) })
})
