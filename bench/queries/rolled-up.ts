import { setTimeout as sleep } from 'node:timers/promises'

/** Nothing is rolled up that was written late less than two minutes ago, as all that a bench loads is. */
export const QUIET = 125_000

const STEP = 1000
/** A statement that rolls up takes less, on any machine that this runs on. */
const STABLE = 30

/** Waits until no more rollups come, asking the engine for their number. */
export async function rolledUp(clickhouseUrl: string): Promise<void> {
  let rows = ''
  for (let same = 0; same < STABLE; same += 1) {
    await sleep(STEP)
    const now = await rowsOf(clickhouseUrl)
    if (now !== rows) same = 0
    rows = now
  }
}

async function rowsOf(clickhouseUrl: string): Promise<string> {
  const { host, username, password } = new URL(clickhouseUrl)
  const answer = await fetch(`http://${host}/`, {
    method: 'POST',
    body: 'SELECT count() FROM rollups',
    headers: { 'X-ClickHouse-User': username, 'X-ClickHouse-Key': decodeURIComponent(password) },
  })
  if (!answer.ok) throw new Error(`The engine answered ${answer.status}.`)
  return answer.text()
}
