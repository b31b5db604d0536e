import { pino } from 'pino'
import { expect } from 'vitest'
import { alertWatches } from '#base/db/schema/index.ts'
import { demoGoogleAccount } from '#vendors/google/simulator/demo.ts'
import { watchedDomains } from '../../signals/testing/watched-domains.ts'
import { askForAlerts } from '../ask-for-alerts.ts'

const { customerId } = demoGoogleAccount

/** A delivered domain of a Google account that is asked, by a clock that the test sets, for what it has raised. */
export async function alertingAccount(name: string, { mailboxes }: { mailboxes: number }) {
  const watched = await watchedDomains({
    tool: 'instantly',
    plan: 'google',
    names: { google: [name] },
    mailboxesPerDomain: mailboxes,
  })
  const { deps, sandbox, begin, forgetWarmUp } = watched
  await forgetWarmUp()
  const asking = { ...deps, log: pino({ level: 'silent' }) }
  /** Asks it where its turn has come, so many milliseconds after the beginning. Returns how many were asked. */
  const ask = (ms: number) => askForAlerts(asking, { clock: () => begin + ms })

  return {
    ...watched,
    customerId,
    /** What Google does by itself, at the sandbox's address for it. Returns the id of the alert, where one was raised. */
    async raise(path: string, body: object): Promise<string> {
      const answer = await sandbox.fetch(`${sandbox.origin}/_google/alert${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ customerId, ...body }),
      })
      expect(answer.status).toBe(200)
      return ((await answer.json()) as { alertId: string }).alertId
    },
    ask,
    /** The same as if its turn had come. */
    async askAfter(ms: number) {
      await deps.db.update(alertWatches).set({ askedAt: new Date(0) })
      return ask(ms)
    },
  }
}
