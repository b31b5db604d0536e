import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { TestWorld } from '#tests/server/test-world.ts'
import type { Fetch } from '#vendors/client/vendor-client.ts'
import type { Dependencies } from '../../dependencies.ts'
import { connectByBrowser } from '../../sending/connect/connect-by-browser.ts'
import { type Kill, mortalProcess } from './chaos.ts'
import { plainSignIn } from './plain-sign-in.ts'
import { openSessions } from './sign-in-differences.ts'

/** It asks the tool again at once: nothing here becomes true by waiting. */
const pace = { askEveryMs: 5, askForMs: 100, askLostForMs: 20 }

/** Calls to vendors go to the sandbox in this process; the sign-in pages have a port of their own. */
const carriedTo =
  ({ sandbox }: Pick<TestWorld, 'sandbox'>): Fetch =>
  (url, init) =>
    new URL(url).port === String(sandbox.ports.signIn) ? fetch(url, init) : sandbox.fetch(url, init)

const runWorker = (deps: Dependencies, pages: string, carry: Fetch): Promise<number> =>
  connectByBrowser({ ...deps, pace, signIn: plainSignIn(pages, carry) }, new AbortController().signal)

/** Workers that sign in one after the other, while something is left to a browser. */
export interface SignInWorkers {
  /** Until nothing is left, or the next try has to wait. */
  signIn(): Promise<void>
  /** What the killed ones still do, once others have taken over. */
  afterlife: (() => Promise<void>)[]
  /** Pages of the tool's that they have opened, and nobody has signed in to. */
  left(): number
}

/** @param kills where each of them is killed; those that come after the last one live */
export function signInWorkers(world: TestWorld, kills: readonly Kill[]): SignInWorkers {
  const pages = `http://127.0.0.1:${world.sandbox.ports.signIn}`
  const carry = carriedTo(world)
  const fates = [...kills]
  const afterlife: SignInWorkers['afterlife'] = []
  let left = 0

  /** Whether it was killed. */
  async function work(): Promise<boolean> {
    const fatal = fates.shift()
    if (!fatal) {
      await runWorker(world.deps, pages, carry)
      return false
    }
    const { deps, fetch, stopped, thaw } = mortalProcess(world.deps, { fetch: carry }, fatal)
    const running = runWorker(deps, pages, fetch)
    const outcome = await Promise.race([running, stopped.then(() => 'stopped' as const)])
    if (outcome !== 'stopped') return false
    afterlife.push(async () => {
      thaw()
      await running
    })
    return true
  }

  return {
    afterlife,
    left: () => left,
    async signIn() {
      const before = openSessions(world.sandbox)
      while ((await isSomethingLeft(world.deps.db)) && (await work())) await passSignInTime(world.deps.db)
      await passSignInTime(world.deps.db)
      left += openSessions(world.sandbox) - before
    },
  }
}

async function isSomethingLeft(db: Db): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from mailbox_links where want = 'connected' and connection in ('wanted', 'signing_in') limit 1`,
  )
  return rows.length > 0
}

/** Ten minutes pass for what is being signed in to, and for what is to be tried again. */
export async function passSignInTime(db: Db): Promise<void> {
  await db.execute(sql`
    update mailbox_links set sign_in_until = least(sign_in_until, now() - interval '1 second'), sign_in_after = null
    where sign_in_token is not null or sign_in_after is not null`)
}
