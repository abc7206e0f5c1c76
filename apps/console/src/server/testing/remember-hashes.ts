import { vi } from 'vitest'

/**
 * To hash a password takes a core for a tenth of a second, as it should. Tests sign in with the same few all the time: each is
 * hashed, and compared with a hash, once in a file.
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
