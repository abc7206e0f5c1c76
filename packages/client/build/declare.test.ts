import { expect, test } from 'vitest'
import { declareClient } from './declare.ts'

test.each(['ingestSeries', 'ingestOtlp'])(
  'the comment on %s says that its body is not encoded',
  (name) => {
    const [before = ''] = declareClient().split(`readonly ${name}:`)
    const [, comment] = before.split(/\/\*\*(?!.*\/\*\*)/s)
    expect(comment).toContain('Pass the message unencoded: the client compresses it.')
  },
)
