import { expect, test } from 'vitest'
import { wellFormed } from './well-formed-path.mjs'

test.each([
  ['/o/demo/things/%zz', '/o/demo/things/%25zz'],
  ['/o/demo/things/%D8?tab=a%zz', '/o/demo/things/%25D8?tab=a%zz'],
  ['/o/demo/things/100%', '/o/demo/things/100%25'],
  ['/o/demo/things/a%2Fb?x=%zz', '/o/demo/things/a%2Fb?x=%zz'],
  ['*', '*'],
])('the path of %s can be decoded: %s', (url, path) => {
  expect(wellFormed(url)).toBe(path)
})
