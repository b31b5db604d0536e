import { eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { defaultDnsAccountId, dnsAccounts } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import type { VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { createAccountNotes } from './account-notes.ts'
import { chooseDnsAccount, limitKeyOf } from './choose-account.ts'
import type { DnsimpleOptions } from './client.ts'
import { type DnsAccountCredentials, dnsAccountSchema } from './dns-account.ts'
import { createDnsimple, type Dnsimple } from './dnsimple.ts'
import { createNamePlaces } from './name-places.ts'

type Asking = <T>(call: (account: Dnsimple) => Promise<T>) => Promise<T>
/** `isGone`: what it answers where it does not have the name; so does an error that says it. */
type AskingWhere = <T>(call: (account: Dnsimple) => Promise<T>, isGone?: (answer: T) => boolean) => Promise<T>

/** The operator's accounts at the registrar, and which of them a name is in. */
export interface DnsAccounts {
  /** The account that a row describes. */
  of(accountId: string): Promise<Dnsimple>
  /** One with these credentials, which are not stored. */
  create(credentials: DnsAccountCredentials): Dnsimple
  /**
   * Asks the account that a name is in; of a name that was given none, whichever has it. One that was seen registered and
   * is gone from there is looked for in the others, and its row corrected.
   */
  whereIs(name: string, ctx?: CallContext): AskingWhere
  /** Looks first whether the name is still where its row says: for calls that do not tell that it is not. */
  follow(name: string, ctx?: CallContext): Promise<void>
  /**
   * The same; a name that was given none is given one, and stays with it. `mayBeHere`: one of them may have the name
   * already, and is looked for first.
   */
  given(name: string, options: { mayBeHere: boolean }, ctx?: CallContext): Asking
  /** Asks about a name that is nobody's yet: the one with most of its hour left. */
  spare: Asking
}

interface DnsAccountsDependencies extends VendorClientDependencies {
  db: Db
  secrets: Secrets
}

/** Each account is kept for as long as its credentials stay the same. */
export function createDnsAccounts(config: DnsimpleOptions, deps: DnsAccountsDependencies): DnsAccounts {
  const { db, secrets } = deps
  const environment = createDnsimple(config, deps)
  const known = new Map<string, { sealed: string; account: Dnsimple }>()
  const create = (credentials: DnsAccountCredentials, limitKey = 'dnsimple:tried') =>
    createDnsimple({ baseUrl: config.baseUrl, ...credentials, limitKey }, deps)

  async function of(accountId: string): Promise<Dnsimple> {
    if (accountId === defaultDnsAccountId) return environment
    const [row] = await db.select().from(dnsAccounts).where(eq(dnsAccounts.id, accountId))
    if (!row?.credentials) throw new Error(`There is no account ${accountId} at the registrar.`)
    const kept = known.get(accountId)
    if (kept?.sealed === row.credentials) return kept.account
    const opened: unknown = JSON.parse(secrets.open(row.credentials, placeOf.dnsAccount(accountId)))
    const account = create(dnsAccountSchema.parse(opened), limitKeyOf(accountId))
    known.set(accountId, { sealed: row.credentials, account })
    return account
  }

  const notes = createAccountNotes(db)
  const places = createNamePlaces(db, of)
  async function ask<T>(id: string | undefined, call: (account: Dnsimple) => Promise<T>): Promise<T> {
    if (!id) throw noneOpen()
    const account = await of(id)
    return notes.noting(id, () => call(account))
  }
  const asking =
    (choose: () => Promise<string | undefined>): Asking =>
    async (call) =>
      ask(await choose(), call)

  const whereIs =
    (name: string, ctx?: CallContext): AskingWhere =>
    async (call, isGone = () => false) => {
      const here = () => asking(async () => (await places.find(name, ctx)) ?? defaultDnsAccountId)(call)
      const first = await here().then(
        (answer) => ({ answer, isGone: isGone(answer) }),
        (error: unknown) => {
          if (!isVendorError(error, 'not_found')) throw error
          return { error, isGone: true }
        },
      )
      const moved = first.isGone ? await places.movedTo(name, ctx) : undefined
      if (moved) return ask(moved, call)
      if ('error' in first) throw first.error
      return first.answer
    }

  return {
    of,
    create: (credentials) => create(credentials),
    whereIs,
    follow: places.follow,
    given: (name, { mayBeHere }, ctx) =>
      asking(async () => (mayBeHere ? await places.find(name, ctx) : undefined) ?? (await places.give(name))),
    spare: (call) => asking(async () => (await chooseDnsAccount(db)) ?? defaultDnsAccountId)(call),
  }
}

const noneOpen = () =>
  new VendorError({
    vendor: 'dnsimple',
    operation: 'chooseAccount',
    kind: 'waiting',
    waitsFor: 'operator',
    reason: 'no account at the registrar takes new names: open one, or add another',
  })
