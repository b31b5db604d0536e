import { and, asc, eq, ne } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { mailboxes } from '#base/db/schema/index.ts'
import { conflict, notFound, Refusal } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isUnheld, setMailboxPassword } from '#features/people/server/console/set-password.ts'
import { type Command, WrongUsage } from './command.ts'

type Mailbox = typeof mailboxes.$inferSelect
const addressOf = ({ localPart, name }: Mailbox): string => `${localPart}@${name}`

const standingAt = (db: Db, name: string): Promise<Mailbox[]> =>
  db
    .select()
    .from(mailboxes)
    .where(and(eq(mailboxes.name, name), ne(mailboxes.want, 'purged')))
    .orderBy(asc(mailboxes.localPart))

/** One by one: a host lets a few through in a second. Returns why some have none, by their addresses. */
async function setAll(
  deps: Dependencies,
  those: readonly Mailbox[],
  tell: (progress: string) => void,
): Promise<Map<string, string>> {
  const failed = new Map<string, string>()
  for (const [at, mailbox] of those.entries()) {
    try {
      await setMailboxPassword(deps, mailbox.id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failed.set(addressOf(mailbox), error.message)
    }
    tell(`${at + 1} of ${those.length}`)
  }
  return failed
}

/** What was taken over has passwords of its own, which are not held; new ones are set only when somebody asks. */
export const mailboxCommands: readonly Command[] = [
  {
    name: 'mailbox new-password',
    summary:
      'give a mailbox that was taken over a new password, which is held from then on; whoever signs in with its present one cannot any more',
    options: {
      address: { help: 'the address of one mailbox' },
      domain: { help: 'instead of it: all mailboxes of a domain whose passwords are not held' },
      yes: { help: 'with --domain: do it; without it, only how many there are is said', flag: true },
    },
    async run(deps, options, print, tell) {
      const address = options.address?.trim().toLowerCase()
      const domain = options.domain?.trim().toLowerCase()
      if ((address === undefined) === (domain === undefined))
        throw new WrongUsage('Give either --address, for one mailbox, or --domain, for all of a domain.')
      const standing = await standingAt(deps.db, domain ?? address?.split('@').at(-1) ?? '')
      if (address !== undefined) {
        const mailbox = standing.find((each) => addressOf(each) === address)
        if (!mailbox) throw notFound(`There is no mailbox ${address}.`)
        await setMailboxPassword(deps, mailbox.id)
        return print(`${address} has a new password, which is held from now on.`, { data: { mailboxes: 1 } })
      }
      if (standing.length === 0) throw notFound(`There is no mailbox of ${domain}.`)
      const unheld = standing.filter(isUnheld)
      const count = countOf(unheld.length, 'mailbox', 'mailboxes')
      if (unheld.length === 0) return print(`The passwords of all mailboxes of ${domain} are held.`)
      if (!options.yes)
        return print(
          `${count} of ${domain} would get new passwords. Whoever signs in with the present ones cannot any more. Add --yes to do it.`,
          { data: { mailboxes: 0, wouldGet: unheld.length } },
        )
      const failed = await setAll(deps, unheld, tell)
      if (failed.size > 0)
        throw conflict(
          [
            `${countOf(failed.size, 'mailbox', 'mailboxes')} of ${unheld.length} got none. Give the command again.`,
            ...[...failed].map(([each, why]) => `  ${each}: ${why}`),
          ].join('\n'),
        )
      print(
        `${count} of ${domain} ${unheld.length === 1 ? 'has a new password, which is' : 'have new passwords, which are'} held from now on.`,
        {
          data: { mailboxes: unheld.length },
        },
      )
    },
  },
]
