import { type Send, wireOf } from '@sluice/api/testing/wire'
import { DAYS, FIRST_DAY } from './days.ts'

const [MINUTES, PER_DAY, DAYS_A_CALL] = [30, 48, 1000]

/** A thing's samples of all days that a bystander asks for, so that its queries have something to read. */
export async function loadDays(send: Send, key: string): Promise<void> {
  for (let day = 0; day < DAYS; day += DAYS_A_CALL) {
    const count = PER_DAY * Math.min(DAYS_A_CALL, DAYS - day)
    const start = FIRST_DAY + day * PER_DAY * MINUTES * 60_000
    await loadSamples(send, key, { start, stepSeconds: MINUTES * 60, count })
  }
}

/** Samples of an organization's one thing, from `start` in epoch milliseconds. */
export async function loadSamples(
  send: Send,
  key: string,
  times: { readonly start: number; readonly stepSeconds: number; readonly count: number },
): Promise<void> {
  const temperature = Array.from({ length: times.count }, (_, i) => (i % 400) / 10)
  const call = { params: { thingId: 'truck-1' }, body: { ...times, values: { temperature } } }
  const { status, text } = await send(wireOf('telemetry.ingestColumnar', call, key))
  if (status !== 200) throw new Error(`The samples were answered ${status}: ${text}`)
}
