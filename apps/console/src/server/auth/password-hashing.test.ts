import { availableParallelism } from 'node:os'
import { expect, it, vi } from 'vitest'

let running = 0
const order: string[] = []
const ends: (() => void)[] = []

vi.mock('better-auth/crypto', () => ({
  hashPassword: async (password: string) => `hash of ${password}`,
  async verifyPassword({ password }: { password: string }) {
    running += 1
    order.push(password)
    await new Promise<void>((resolve) => ends.push(resolve))
    running -= 1
    return true
  },
}))

// Another test file may have loaded it with the real hashing in this process.
vi.resetModules()
const { forAddress } = await import('../callers/counted-for.ts')
const { passwordHashing } = await import('./password-hashing.ts')

const turnsTaken = () => new Promise((resolve) => setImmediate(resolve))

async function finishAll(): Promise<void> {
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end()
    await turnsTaken()
  }
}

const verify = (address: string, password: string) =>
  forAddress(address, () => passwordHashing.verify({ hash: '', password }))

it('checks passwords on at most half of the cores, in turns by address', async () => {
  const many = Array.from({ length: 40 }, (_, i) => verify('192.0.2.1', `guess ${i}`))
  await turnsTaken()
  expect(running).toBeGreaterThan(0)
  expect(running).toBeLessThanOrEqual(Math.max(1, availableParallelism() / 2))
  const other = verify('2001:db8:1:2::1', 'own')
  const more = Array.from({ length: 60 }, (_, i) => verify(`2001:db8:1:2::1:${i}`, `more ${i}`))
  const third = verify('192.0.2.3', 'third')
  await finishAll()
  expect(await Promise.all([...many, other, ...more, third])).not.toContain(false)
  expect(order).toHaveLength(102)
  expect(order.indexOf('own')).toBeLessThanOrEqual(availableParallelism())
  // Addresses of one /64 network share their turns.
  expect(order.indexOf('third')).toBeLessThan(order.indexOf('more 59'))
})

it('rejects only the address whose queue is full, with Retry-After', async () => {
  const many = Array.from({ length: 200 }, (_, i) =>
    verify('192.0.2.1', `guess ${i}`).catch((error) => error),
  )
  const other = verify('192.0.2.2', 'own')
  await turnsTaken()
  await finishAll()
  const refused = (await Promise.all(many)).filter((answer) => answer !== true)
  expect(refused.length).toBeGreaterThan(100)
  expect(refused[0]).toMatchObject({
    status: 'SERVICE_UNAVAILABLE',
    headers: { 'Retry-After': '1' },
  })
  expect(await other).toBe(true)
})

it('hashes a password', async () => {
  expect(await passwordHashing.hash('a password')).toBe('hash of a password')
})
