import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Core } from '../context.ts'

/** What Better Auth gives to authenticator apps: a code of six digits for each half a minute. */
const STEP_MS = 30_000
const DIGITS = 6

/**
 * Better Auth takes the code before and the one after, too, for clocks that differ. It looks a moment later than this does, maybe
 * in the next step, so one more is looked at ahead.
 */
const NEAR = [2, 1, 0, -1]

/**
 * The time step (RFC 6238) of a code that an authenticator app shows around `now`: half minutes since 1970.
 *
 * @returns the latest whose code it is, or undefined for a code that is not right
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
 * Notes that a person used the code of a time step.
 *
 * @returns false where that code or a later one was used before: it must not count again (RFC 6238, section 5.2)
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
