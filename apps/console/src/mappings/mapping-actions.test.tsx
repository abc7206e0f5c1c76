import { expect, test } from 'vitest'
import { propsWithin } from '#data/testing/props-within.ts'
import { runHook } from '#data/testing/run-hook.tsx'
import { MappingActions } from './mapping-actions.tsx'

test.each([true, false])(
  'deleting a mapping warns of calls that name none if it is the default: %s',
  async (isDefault) => {
    const mapping = { id: 'plc', name: 'PLC', etag: '1', isDefault } as never
    const { now } = await runHook(
      () => MappingActions({ mapping }),
      () => null,
    )
    const { children } = propsWithin(now(), ({ leadsTo }) => leadsTo !== undefined)
    expect(children.join('').includes('Calls that name no mapping')).toBe(isDefault)
  },
)
