import { setTimeout as delay } from 'node:timers/promises'
import type { TestBrowser } from '../../server/test-app.ts'

/** Between two requests of one customer while they are refused. */
const refusedPauseMs = 50

/** A customer who sends the visitors of one domain elsewhere again and again. */
export interface Writing {
  domain: string
  /** Number of the last change that was answered with success. */
  acknowledged: number
  /** Number of the last change that was sent. */
  sent: number
  /** Ends after the request that is under way. */
  stop(): Promise<void>
}

/** Where the visitors of a domain go after the change of this number. */
export const targetOf = (change: number): string => `example.com/${change}`

/**
 * @param refused gets every answer but success, in words
 * @param ask sends one request as the customer's browser does
 */
export function keepWriting(
  domain: string,
  refused: Set<string>,
  ask: (path: string, body?: object) => Promise<Response>,
): Writing {
  let isOver = false
  let basedOn: string | undefined

  /** Where it leads for all that the server says; undefined while that is not known. */
  async function read(): Promise<string | undefined> {
    const answer = await ask('/api/domains')
    if (answer.status !== 200) return note(answer)
    const { domains } = (await answer.json()) as {
      domains: { domain: string; currentForwardingDomain: string }[]
    }
    return domains.find((each) => each.domain === domain)?.currentForwardingDomain
  }

  async function note(answer: Response): Promise<undefined> {
    const { message } = (await answer.json()) as { message: string }
    refused.add(`${answer.status}, Retry-After ${answer.headers.get('retry-after')}: ${message}`)
    await delay(refusedPauseMs)
  }

  async function write(): Promise<void> {
    basedOn ??= await read()
    if (basedOn === undefined) return
    const change = ++writing.sent
    const answer = await ask('/api/domains/update-forwarding', {
      domains: [domain],
      forwardingDomain: targetOf(change),
      basedOn: { [domain]: basedOn },
    })
    basedOn = undefined
    if (answer.status !== 200) return note(answer)
    writing.acknowledged = change
  }

  const ended = (async () => {
    while (!isOver) await write()
  })()
  const writing: Writing = {
    domain,
    acknowledged: 0,
    sent: 0,
    async stop() {
      isOver = true
      await ended
    },
  }
  return writing
}

/** The same as cookies in a header. */
export const cookiesOf = ({ cookies }: Pick<TestBrowser, 'cookies'>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
