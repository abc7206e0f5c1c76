import { expect, test } from 'vitest'
import { organizationIn, organizationPath } from './organization-path.ts'

test.each(['demo', 'a.b_c~d-e', 'with space/and slash'])(
  'finds the organization %s in its paths',
  (id) => {
    expect(organizationIn(organizationPath(id))).toBe(id)
    expect(organizationIn(`${organizationPath(id)}/keys/abc?tab=usage`)).toBe(id)
    expect(organizationIn(`${organizationPath(id)}?x=1`)).toBe(id)
  },
)

test.each(['/', '/o', '/o/', '/operator/requests', '/keys/o/demo', '/o/%zz/keys', '//o/demo'])(
  'finds no organization in the path %s',
  (path) => {
    expect(organizationIn(path)).toBeUndefined()
  },
)
