import { layoutOf } from '@sluice/clickhouse'
import { expect, it } from 'vitest'
import { expireOld } from './expirer.ts'

const failures = [
  'SELECT samples',
  'DELETE samples',
  'SELECT latest',
  'DELETE rollups',
  'DELETE touched',
  'nothing',
]

it.each(failures)(
  'nodes forget expired samples once any are removed, even if this fails: %s',
  async (fails) => {
    const done: string[] = []
    const run = async (query: string) => {
      const statement = `${query.slice(0, 6)} ${/FROM (?:\w+\.)?`?(\w+)/.exec(query)?.[1]}`
      if (statement === fails) throw new Error('away')
      done.push(statement)
      return { json: async () => ({ data: query.includes('FROM latest') ? [] : [[1]] }) }
    }
    const client = {
      query: ({ query }: { query: string }) => run(query),
      command: ({ query }: { query: string }) => run(query),
    }
    const expiry = [{ organization: 1, metric: 1, before: 0 }]
    const expired = expireOld(
      { client: client as never, layout: layoutOf(undefined, 'default') },
      expiry,
      async () => {
        done.push('forget')
      },
    )
    const all = [
      'SELECT samples',
      'DELETE samples',
      'SELECT latest',
      'SELECT rollups',
      'DELETE rollups',
      'SELECT touched',
      'DELETE touched',
    ]
    if (fails === 'nothing') await expired
    else await expect(expired).rejects.toThrow('away')
    const until = fails === 'nothing' ? all : all.slice(0, all.indexOf(fails))
    expect(done).toEqual(fails === 'SELECT samples' ? [] : [...until, 'forget'])
  },
)
