import { vi } from 'vitest'

/**
 * Hashing a password takes a core for a tenth of a second, by design. Tests sign in with the same few passwords, so
 * each is hashed, and compared with a hash, once per file.
 */
vi.mock('better-auth/crypto', async (importOriginal) => {
  const real = await importOriginal<typeof import('better-auth/crypto')>()
  return {
    ...real,
    hashPassword: remembered(real.hashPassword),
    verifyPassword: remembered(real.verifyPassword),
  }
})

function remembered<Asked, Answer>(answer: (asked: Asked) => Promise<Answer>) {
  const answers = new Map<string, Promise<Answer>>()
  return (asked: Asked) => {
    const name = JSON.stringify(asked)
    const known = answers.get(name) ?? answer(asked)
    answers.set(name, known)
    return known
  }
}
