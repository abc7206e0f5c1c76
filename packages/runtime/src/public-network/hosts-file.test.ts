import { expect, test } from 'vitest'
import { addressesInHosts } from './hosts-file.ts'

const text = `
127.0.0.1	localhost
::1 localhost ip6-localhost # 10.9.9.9 commented
# 10.0.0.1 login.corp.example
  10.0.0.2   Login.Corp.example login\r
not-an-address login
10.0.0.3
`

test('a name has the addresses of every line that names it', () => {
  expect(addressesInHosts(text, 'localhost')).toEqual([
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ])
  const login = [{ address: '10.0.0.2', family: 4 }]
  for (const name of ['login', 'login.corp.example', 'login.corp.example.']) {
    expect(addressesInHosts(text, name)).toEqual(login)
  }
})

test.each(['commented', 'corp.example', '10.0.0.3', '#', ''])('the name %j has none', (name) => {
  expect(addressesInHosts(text, name)).toEqual([])
})
