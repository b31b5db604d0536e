import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { signInAsPerson } from '#apps/demo/sign-in-as-person.ts'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { mailboxLinks } from '#base/db/schema/index.ts'
import { answerInConsoles } from '#delivery/provisioning/testing/operator-robot.ts'
import { createPaidOrder, type PaidOrder, type PaidOrderOptions } from '#tests/server/paid-order.ts'
import type { TestBrowser } from '#tests/server/test-app.ts'
import type { TestWorld } from '#tests/server/test-world.ts'

/** The page that connects mailboxes, as its own calls: what a person does there, and at the tool's pages. */
export function atConnectPage(world: TestWorld) {
  const { deps, sandbox } = world

  const operator = (...args: string[]) => runCommand(commands, ['connect', ...args], async () => deps)

  /** The secret of a link that the operator prints. */
  async function printedToken(...args: string[]): Promise<string> {
    const { out, err } = await operator(...args)
    const token = /\/connect#(\S+)/.exec(out)?.[1]
    if (!token) throw new Error(`No link was printed: ${out}${err}`)
    return token
  }

  /** A page with the pass that an opened link or a password has brought. */
  function pageOf(browser: TestBrowser, pass: string) {
    const seat = randomUUID()
    let held = 'none'
    const ask = (what: string, body: object = what === 'next' ? { except: [] } : { mailbox: held }) =>
      browser.post(`/api/connecting/${pass}/${what}`, { seat, ...body })
    return {
      pass,
      browser,
      ask,
      next: async (except: string[] = []) => {
        const { body } = await ask('next', { except })
        held = body.mailbox?.id ?? held
        return body
      },
      password: async (): Promise<string> => (await ask('password')).body.value,
      /** Signs in at the tool's page of the mailbox that is held, as someone. */
      async signInAs({ address, password }: { address: string; password: string }): Promise<void> {
        const { body } = await ask('page')
        if (body.state !== 'open') throw new Error(`There is no page: ${JSON.stringify(body)}`)
        const signInUrl = `http://127.0.0.1:${sandbox.ports.signIn}`
        await signInAsPerson({ link: body.link, signInUrl, address, password })
      },
    }
  }

  async function opened(token: string) {
    const browser = world.visitor()
    const { body } = await browser.post('/api/connecting/open', { token })
    return pageOf(browser, body.pass)
  }

  /** An order whose mailboxes stand at their host and wait for someone to sign in to them. */
  async function waitingOrder(options: PaidOrderOptions): Promise<PaidOrder> {
    const order = await createPaidOrder(deps, { mailboxesPerDomain: 3, ...options })
    for (const { name } of order.domains) {
      for (let round = 0; round < 20 && !(await isWaiting(name)); round++) {
        await world.reconcile(name)
        await answerInConsoles(deps, sandbox)
      }
      if (!(await isWaiting(name))) throw new Error(`The mailboxes of ${name} do not wait for a person.`)
    }
    return order
  }

  const isWaiting = async (name: string): Promise<boolean> => {
    const { rows } = await deps.db.execute(sql`
      select from mailbox_links l join mailboxes m on m.id = l.mailbox_id
      where m.name = ${name} and l.connection = 'person' limit 1`)
    return rows.length > 0
  }

  /** Ten minutes have passed for whoever holds a mailbox of the connection. */
  const letGo = (connectionId: string) =>
    deps.db
      .update(mailboxLinks)
      .set({ signInUntil: sql`now() - interval '1 second'` })
      .where(eq(mailboxLinks.connectionId, connectionId))

  return { operator, printedToken, opened, pageOf, waitingOrder, letGo }
}
