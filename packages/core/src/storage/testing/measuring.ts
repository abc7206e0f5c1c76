import { atCommandLine } from '../../operator.ts'
import { newOrganization } from '../../testing/core.ts'
import { openOwnCore } from '../../testing/own-core.ts'
import { measureSamples } from '../measure-samples.ts'
import { tenantStorage } from '../show.ts'

/** A core with a database of its own, and what its store would say. */
export async function openMeasuring() {
  const core = await openOwnCore()
  /** Bytes by organization, and which organizations sent samples in the last hours. */
  const store = { bytes: new Map<number, number>(), active: new Set<number>() }
  /** The organizations of each question. */
  const asked: number[][] = []
  const measuring = {
    ...core,
    usage: { ...core.usage, query: async () => [...store.active].map((number) => [number]) },
    telemetry: {
      ...core.telemetry,
      async storedBytes(organizations: readonly number[]) {
        asked.push([...organizations])
        return new Map(
          organizations.flatMap((one) => {
            const bytes = store.bytes.get(one)
            return bytes === undefined ? [] : [[one, bytes] as const]
          }),
        )
      },
    },
  }

  /** Forgets all that was measured, and makes an organization. */
  async function begin() {
    core.advance(10 * 86_400)
    store.bytes.clear()
    store.active.clear()
    await core.db.storedSamples.deleteMany()
    const organization = await newOrganization(core)
    asked.length = 0
    return organization
  }

  /** Measures after so many seconds; tells whether the organization was among those measured. */
  async function round(number: number, seconds: number): Promise<boolean> {
    core.advance(seconds)
    const before = asked.length
    await measureSamples(measuring)
    return asked.slice(before).flat().includes(number)
  }

  const samplesOf = async (id: string) => (await tenantStorage(atCommandLine(core), id))[1]

  return { core, store, asked, measuring, begin, round, samplesOf }
}
