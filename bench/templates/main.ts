// How long it takes to plan, apply, apply again, change and compare a template of 2,000 things, beside making as many
// by calls of things.create. The core is called directly: HTTP and the bucket would add a millisecond a call.
import { randomBytes } from 'node:crypto'
import { actForOrganization, createOrganization, openCore, perform } from '@sluice/core'
import { median } from '../median.ts'
import { startStores } from '../stores.ts'

const THINGS = Number(process.env.BENCH_THINGS ?? 2000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
/** Things that are made one by one, and for which the time of all is reckoned. */
const SINGLE = 200
const OWN_CHANGES = 50
const templateId = 'sluice.cold-chain-truck'

const stores = await startStores()
const core = openCore({
  databaseUrl: stores.url,
  clickhouseUrl: stores.clickhouseUrl,
  peppers: new Map([[1, randomBytes(32).toString('hex')]]),
})
const times = new Map<string, number[]>()
try {
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    await measure(`bench-${round}`)
    if (round === 0) times.clear()
  }
  console.log(`${THINGS} things; milliseconds, median of ${ROUNDS} and longest\n`)
  console.log('| what | median | longest |\n|---|---:|---:|')
  for (const [what, taken] of times) {
    console.log(`| ${what} | ${median(taken).toFixed(0)} | ${Math.max(...taken).toFixed(0)} |`)
  }
} finally {
  await core.close()
  await stores.stop()
}

async function measure(id: string): Promise<void> {
  await createOrganization(core, { id, name: id })
  const actor = await actForOrganization(core, 'bench', id)
  if (!actor) throw new Error('The organization was not made.')
  const call = { actor, requestId: 'bench', address: null }
  const apply = async (validateOnly: boolean, setPoint: number) => {
    const body = { validateOnly, parameters: { trucks: THINGS, setPoint } }
    const done = { name: 'templates.apply', call: { params: { templateId }, body } } as const
    return (await perform(core, { ...call, ...done })).summary
  }

  expect(await timed('plan, nothing there', () => apply(true, 4)), { create: THINGS + 8 })
  expect(await timed('apply', () => apply(false, 4)), { create: THINGS + 8 })
  expect(await timed('plan, all there', () => apply(true, 4)), { unchanged: THINGS + 8 })
  expect(await timed('apply again: nothing changes', () => apply(false, 4)), {
    unchanged: THINGS + 8,
  })
  expect(await timed('apply that changes every thing', () => apply(false, -18)), {
    update: THINGS,
  })
  for (let i = 1; i <= OWN_CHANGES; i += 1) {
    const params = { thingId: `truck-${String(i).padStart(3, '0')}` }
    const body = { name: 'Renamed' }
    await perform(core, { ...call, name: 'things.update', call: { params, body } })
  }
  const params = { templateId, applicationId: 'default' }
  const drift = { name: 'templates.drift', call: { params, query: {} } } as const
  const { summary } = await timed(`drift of ${OWN_CHANGES}`, () =>
    perform(core, { ...call, ...drift }),
  )
  expect(summary, { changed: OWN_CHANGES })
  const started = performance.now()
  for (let i = 0; i < SINGLE; i += 1) {
    const body = {
      ...{ name: `Truck ${i}`, thingTypeId: 'cold-chain-truck', fleetIds: ['cold-chain'] },
      attributes: { setPoint: 4, tolerance: 2 },
    }
    await perform(core, { ...call, name: 'things.create', call: { body } })
  }
  const single = (performance.now() - started) * (THINGS / SINGLE)
  note(`${THINGS} calls of things.create, one after the other (reckoned from ${SINGLE})`, single)
}

async function timed<Out>(what: string, work: () => Promise<Out>): Promise<Out> {
  const started = performance.now()
  const out = await work()
  note(what, performance.now() - started)
  return out
}

function note(what: string, milliseconds: number): void {
  times.set(what, [...(times.get(what) ?? []), milliseconds])
}

/** Ends the bench where an answer is not what it must be. */
function expect(summary: Record<string, number>, wanted: Record<string, number>): void {
  for (const [name, count] of Object.entries(wanted)) {
    if (summary[name] !== count) throw new Error(`${name} is ${summary[name]}, not ${count}`)
  }
}
