import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PersonProvider } from '#frame/person-context.tsx'
import { SamePerson } from './same-person.tsx'

test.each([
  ['ann', 'things'],
  ['bob', ''],
  [undefined, ''],
])('in the frame of ann, a page rendered for %s shows “%s”', (userId, shown) => {
  const user = { id: 'ann', name: 'Ann', email: 'ann@sluice.example' }
  const html = renderToStaticMarkup(
    <PersonProvider facts={{ user, memberships: [], isOperator: false }}>
      <SamePerson userId={userId}>things</SamePerson>
    </PersonProvider>,
  )
  expect(html).toBe(shown)
})
