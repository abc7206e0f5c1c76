import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { clientNetwork } from '@sluice/core'
import { byteShares, type Hold } from '@sluice/runtime'

/** Limits on the duration and memory of bodies. */
export interface BodyPolicy {
  /** From the head to the last byte, in milliseconds: 16 MiB at one megabit per second. */
  readonly time: number
  /** The same for callers without a key. */
  readonly openTime: number
  /** Milliseconds that a body may go on after its request was answered. */
  readonly linger: number
  /** Bytes of bodies in flight, for all organizations together. */
  readonly underWay: number
  /** The same for all callers without a key, and for one client address among them. */
  readonly openUnderWay: number
  readonly openPerAddress: number
}

const MEBIBYTE = 1024 * 1024

const usual: BodyPolicy = {
  time: 120_000,
  openTime: 15_000,
  linger: 5_000,
  underWay: 256 * MEBIBYTE,
  openUnderWay: 16 * MEBIBYTE,
  // One body of the longest, as sent and as decompressed.
  openPerAddress: 2 * MEBIBYTE,
}

/** Who sends a body. */
export interface Owner {
  /** Undefined for callers without a key. */
  readonly organization: string | undefined
  readonly address: string
}

export interface Bodies {
  /** The limits for a body of an organization, or of a client address without a key. */
  boundsFor(owner: Owner): { readonly time: number; readonly hold: Hold }
  /** Closes the connection of an answered request whose body goes on for too long. */
  endUnfinished(request: IncomingMessage): void
  /** Whether incoming data of a connection belongs to the body of an answered request. */
  isAnswered(socket: Socket): boolean
}

/** Bytes for all organizations together, and the same for callers without a key, also for one client address among them. */
type Shares = Pick<BodyPolicy, 'underWay' | 'openUnderWay' | 'openPerAddress'>

/** Counts bytes for their owner: an organization, or a client address without a key. */
export function ownerShares({ underWay, openUnderWay, openPerAddress }: Shares) {
  const ofOrganizations = byteShares(underWay)
  const ofAddresses = byteShares(openUnderWay, openPerAddress)
  return ({ organization, address }: Owner): Hold =>
    organization === undefined ? ofAddresses(clientNetwork(address)) : ofOrganizations(organization)
}

export function openBodies(policy: Partial<BodyPolicy> = {}): Bodies {
  const bounds = { ...usual, ...policy }
  const { time, openTime, linger } = bounds
  const holdFor = ownerShares(bounds)
  const answered = new WeakMap<Socket, IncomingMessage>()
  return {
    boundsFor: (owner) => ({
      time: owner.organization === undefined ? openTime : time,
      hold: holdFor(owner),
    }),
    endUnfinished(request) {
      if (request.complete) return
      answered.set(request.socket, request)
      const end = () => {
        if (!request.complete) request.socket.destroy()
      }
      setTimeout(end, linger).unref()
    },
    isAnswered: (socket) => answered.get(socket)?.complete === false,
  }
}
