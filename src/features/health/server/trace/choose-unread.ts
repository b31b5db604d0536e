/** A failed delivery of which nobody has asked why. */
export interface Unread {
  domainId: string
  /** The domain of the recipient. */
  receiver: string
  /** When the host took the message. */
  at: Date
  /** How often it was asked about, and the host did not say. */
  tries: number
}

/** What is asked of one domain in a round, and of a whole tenant: each is a call. */
export const most = { perDomain: 8, perRound: 25 } as const

/**
 * Which of them are asked about now. Of each domain: first one of each receiver of which least has been read, of each the
 * newest first. Domains take turns, so that one with many failures leaves room for the others. What the host did not say is
 * asked after whatever it was asked about less often.
 * @param alreadyRead refusals of a receiver that were read of a domain lately
 */
export function chooseUnread<Each extends Unread>(
  unread: readonly Each[],
  alreadyRead: (domainId: string, receiver: string) => number,
): Each[] {
  const byDomain = [...Map.groupBy(unread, ({ domainId }) => domainId).values()].map((of) =>
    inTurns(of, alreadyRead).slice(0, most.perDomain),
  )
  return byDomain
    .flatMap((of) => of.map((each, place) => ({ each, place })))
    .sort((a, b) => fewestTries(a.each, b.each) || a.place - b.place || newestFirst(a.each, b.each))
    .slice(0, most.perRound)
    .map(({ each }) => each)
}

const fewestTries = (a: Unread, b: Unread) => a.tries - b.tries
const newestFirst = (a: Unread, b: Unread) => b.at.getTime() - a.at.getTime()

function inTurns<Each extends Unread>(
  of: readonly Each[],
  alreadyRead: (domainId: string, receiver: string) => number,
): Each[] {
  return [...Map.groupBy(of, ({ receiver }) => receiver)]
    .flatMap(([receiver, some]) =>
      some
        .toSorted(newestFirst)
        .map((each, index) => ({ each, turn: alreadyRead(each.domainId, receiver) + index })),
    )
    .sort((a, b) => fewestTries(a.each, b.each) || a.turn - b.turn || newestFirst(a.each, b.each))
    .map(({ each }) => each)
}
