import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Core } from '../context.ts'

/** Better Auth's settings for authenticator apps: a six-digit code for every half minute. */
const STEP_MS = 30_000
const DIGITS = 6

/**
 * Better Auth also accepts the previous and the next code, for clock differences. It checks a moment later than this,
 * maybe in the next step, so one more step ahead is checked.
 */
const NEAR = [2, 1, 0, -1]

/**
 * The time step (RFC 6238) of an authenticator app's code around `now`: half minutes since 1970.
 *
 * @returns the latest step with this code; undefined for a wrong code
 */
export function timeStepOf(secret: string, code: string, now: Date): number | undefined {
  const current = Math.floor(now.getTime() / STEP_MS)
  const given = Buffer.from(code)
  return NEAR.map((ahead) => current + ahead).find((step) => {
    const right = Buffer.from(codeOf(secret, step))
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

/** RFC 4226, section 5.3. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * Marks the code of a time step as used.
 *
 * @returns false if that code or a later one was used before: it must not be accepted again (RFC 6238, section 5.2)
 */
export async function spendTimeStep(
  { db }: Pick<Core, 'db'>,
  userId: string,
  step: number,
): Promise<boolean> {
  const isLater = [{ lastTimeStep: null }, { lastTimeStep: { lt: step } }]
  const { count } = await db.twoFactor.updateMany({
    where: { userId, OR: isLater },
    data: { lastTimeStep: step },
  })
  return count > 0
}
