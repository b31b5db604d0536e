import type { BlockList } from 'node:net'
import { networkOf, siteOf } from '#base/http/network-of.ts'
import { type HostServers, isAmong } from './report/host-servers.ts'

/** Connections at once, and of one network: nobody holds all of them. */
export const connectionsMost = 20
const ofNetworkMost = 3
/** The same of strangers: together, and of one site, whose owner has 65,536 networks. */
const strangersMost = 12
const strangersOfSiteMost = 6
/** Between two questions for the servers of those whose reports count; an answer is kept for a day. */
const asksEveryMs = 60_000

interface Seat {
  network: string
  site: string
  isStranger: boolean
}

/** Connections that found no room. */
export interface TurnedAway {
  connections: number
  /** Among them those from servers of the receivers whose reports count. */
  ofReporters: number
}
const none: TurnedAway = { connections: 0, ofReporters: 0 }

/**
 * Who may be connected at once. Strangers leave room for the receivers whose reports count: these send from the servers
 * that their SPF records name. Until it is known which they are, everybody is a stranger.
 */
export function createConnectionRoom(servers: HostServers, clock: () => number) {
  const seats = new Map<string, Seat>()
  let turnedAway = none
  let reporters: (BlockList | undefined)[] = []
  let askedAt = Number.NEGATIVE_INFINITY

  function askForReporters(): void {
    if (clock() - askedAt < asksEveryMs) return
    askedAt = clock()
    void Promise.all([servers('azure'), servers('google')]).then(
      (known) => {
        reporters = known
      },
      // Asked again in a minute.
      () => {},
    )
  }

  const count = (has: (seat: Seat) => boolean) => [...seats.values()].filter(has).length
  const isFullFor = ({ network, site, isStranger }: Seat) =>
    seats.size >= connectionsMost ||
    count((each) => each.network === network) >= ofNetworkMost ||
    (isStranger &&
      (count((each) => each.isStranger) >= strangersMost ||
        count((each) => each.isStranger && each.site === site) >= strangersOfSiteMost))

  askForReporters()
  return {
    /** Whether there is room for a connection; it has it until it leaves. */
    enter(id: string, address: string): boolean {
      askForReporters()
      const [network, site] = [networkOf(address), siteOf(address)]
      const isReporter = reporters.some((each) => each && isAmong(each, address))
      const seat = { network, site, isStranger: !isReporter }
      if (isFullFor(seat)) {
        const { connections, ofReporters } = turnedAway
        turnedAway = { connections: connections + 1, ofReporters: ofReporters + Number(isReporter) }
        return false
      }
      seats.set(id, seat)
      return true
    },
    leave: (id: string): void => void seats.delete(id),
    /** Since it was asked last. */
    takeTurnedAway(): TurnedAway {
      const taken = turnedAway
      turnedAway = none
      return taken
    },
  }
}
