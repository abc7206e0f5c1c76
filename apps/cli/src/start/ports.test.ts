import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { freePort } from '@sluice/embedded'
import { expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from '../environment.ts'
import { portFault } from './ports.ts'

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return (server.address() as AddressInfo).port
}

test('free ports have no fault', async () => {
  const [api, console] = [await freePort(), await freePort()]
  const environment = readEnvironment({ API_PORT: String(api), CONSOLE_PORT: String(console) })
  expect(await portFault(environment)).toBeUndefined()
})

test('a taken port is reported with the variable that changes it', async () => {
  const port = await takenPort()
  const fault = await portFault(
    readEnvironment({ API_PORT: String(await freePort()), CONSOLE_PORT: String(port) }),
  )
  expect(fault).toEqual({
    message: expect.stringMatching(
      new RegExp(`^Port ${port} of 127.0.0.1 is in use .*CONSOLE_PORT=\\d+ npm start$`),
    ),
    passing: true,
  })
})

test('the port that is suggested exists, and is not the other one', async () => {
  const suggested = async (port: number, CONSOLE_PORT: number) => {
    const server = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const fault = await portFault({ ...readEnvironment({}), API_PORT: port, CONSOLE_PORT })
    return Number(/API_PORT=(\d+)/.exec(fault?.message ?? '')?.[1])
  }
  const port = await freePort()
  expect(await suggested(port, port + 10)).toBe(port + 20)
  expect(await suggested(65_535, 3000)).toBe(65_525)
})

test('an address of another machine is reported as a fault', async () => {
  const fault = await portFault(readEnvironment({ HOST: '192.0.2.1' }))
  expect(fault?.message).toMatch(/^Cannot listen on HOST 192\.0\.2\.1 \(EADDRNOTAVAIL\)/)
})
