import { expect, it } from 'vitest'
import { requireNode } from './require-node.ts'

it.each(['22.18.0', '26.0.0', '30.1.2'])('Node %s is accepted', (version) => {
  expect(() => requireNode(version)).not.toThrow()
})

it.each(['20.20.0', '22.17.9'])('Node %s is rejected, with advice on what to do', (version) => {
  expect(() => requireNode(version)).toThrow(/need Node 22\.18.*npm start/)
})
