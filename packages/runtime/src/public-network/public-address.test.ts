import { expect, test } from 'vitest'
import { isLoopback, isPrivateAddress, isPublicAddress } from './public-address.ts'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.8.9.10',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'example.com',
  '',
])('the address %s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['1.1.1.1', '93.184.215.14', '172.32.0.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
  'the address %s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
    expect(isLoopback(address)).toBe(false)
  },
)

test('loopback addresses are distinguished from all others', () => {
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true)
  expect(['10.0.0.1', '169.254.169.254', 'localhost'].some(isLoopback)).toBe(false)
})

test('a private network has no metadata service, no loopback and nothing public', () => {
  const own = ['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fd00::1', '::ffff:10.0.0.1']
  expect(own.every(isPrivateAddress)).toBe(true)
  const others = ['169.254.169.254', '127.0.0.1', '::1', 'fe80::1', '8.8.8.8', '0.0.0.0', 'host']
  expect(others.some(isPrivateAddress)).toBe(false)
})
