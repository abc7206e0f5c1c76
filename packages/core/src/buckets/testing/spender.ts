// A process that spends units of a bucket in a journal until it is killed, and reports how many it took.
import { openJournal } from '../journal.ts'
import { memoryBuckets } from '../memory-store.ts'

const journal = openJournal(process.argv[2] ?? '')
const store = memoryBuckets(() => 0, { journal })
const limit = { perMinute: 600, burst: 1000 }
let admitted = 0

function spend() {
  const taken = store.take({
    organization: 'acme',
    tier: 'standard',
    limit,
    key: undefined,
    share: undefined,
  })
  if (!(taken instanceof Promise) && taken.refusedBy === undefined) admitted += 1
  process.send?.(admitted)
  setImmediate(spend)
}

spend()
