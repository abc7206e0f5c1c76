import { expect, it } from 'vitest'
import { requireNode } from './require-node.ts'

it.each(['22.18.0', '26.0.0', '30.1.2'])('runs on Node %s', (version) => {
  expect(() => requireNode(version)).not.toThrow()
})

it.each(['20.20.0', '22.17.9'])('says what to do on Node %s', (version) => {
  expect(() => requireNode(version)).toThrow(/need Node 22\.18.*npm start/)
})
