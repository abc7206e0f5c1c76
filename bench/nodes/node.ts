// One node: asks for units of shared buckets until it is told to stop, and tells how many it was given.
import { once } from 'node:events'
import { openBuckets } from '@sluice/core'
import { type NodeReport, type Order, tiers } from './order.ts'

const order: Order = JSON.parse(process.argv[2] ?? '{}')
const place = { kind: 'shared', urls: [order.url], nodes: order.nodes } as const
const store = openBuckets(place, () => Date.now() + order.ahead)
const report: NodeReport = {}
let stopping = false

const drawOf = (tier: keyof typeof tiers, organization = order.organization) => {
  return { organization, tier, limit: tiers[tier], key: undefined, share: undefined }
}

async function caller(tier: keyof typeof tiers) {
  report[tier] ??= { admitted: 0, local: 0 }
  const own = report[tier]
  while (!stopping) {
    const out = store.fault() !== undefined
    const { refusedBy } = await store.take(drawOf(tier))
    if (refusedBy === undefined) {
      own.admitted += 1
      if (out) own.local += 1
    } else {
      // As a client would; an endless stream of refusals measures nothing.
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
}

await store.look(drawOf('standard', 'nobody'))
process.send?.('ready')
await once(process, 'message')
const names = Object.keys(tiers) as (keyof typeof tiers)[]
const callers = names.flatMap((tier) =>
  Array.from({ length: order.clients / 2 }, () => caller(tier)),
)
await once(process, 'message')
stopping = true
await Promise.all(callers)
process.send?.(report)
await store.close()
process.disconnect?.()
