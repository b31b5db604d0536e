import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { dnsAccounts, domainNames } from '../../db/schema/index.ts'
import type { CallContext } from '../ports/call-context.ts'
import { isVendorError } from '../vendor-error.ts'
import { chooseDnsAccount } from './choose-account.ts'
import type { Dnsimple } from './dnsimple.ts'

/** Which account a name is in: noted once, in the name's row, and never changed. */
export function createNamePlaces(db: Db, of: (accountId: string) => Promise<Dnsimple>) {
  async function noted(name: string): Promise<string | undefined> {
    const [row] = await db
      .select({ id: domainNames.dnsAccountId })
      .from(domainNames)
      .where(eq(domainNames.name, name))
    return row?.id ?? undefined
  }

  /** Whichever account has a name that was given none; with one account nothing is asked. */
  async function holderOf(name: string, ctx?: CallContext): Promise<string | undefined> {
    const rows = await db
      .select({ id: dnsAccounts.id })
      .from(dnsAccounts)
      .orderBy(asc(dnsAccounts.createdAt), asc(dnsAccounts.id))
    if (rows.length < 2) return undefined
    for (const { id } of rows) if (await holds(await of(id), name, ctx)) return id
    return undefined
  }

  /** Accounts are locked, so that names given at once see each other. A name without a row is only told one. */
  const give = (name: string, holder?: string): Promise<string | undefined> =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from ${dnsAccounts} order by id for no key update`)
      const chosen = holder ?? (await chooseDnsAccount(tx))
      if (!chosen) return undefined
      const [row] = await tx
        .update(domainNames)
        .set({
          dnsAccountId: sql`coalesce(${domainNames.dnsAccountId}, ${chosen})`,
          dnsAccountSince: sql`coalesce(${domainNames.dnsAccountSince}, now())`,
        })
        .where(eq(domainNames.name, name))
        .returning({ id: domainNames.dnsAccountId })
      return row?.id ?? chosen
    })

  return {
    /** The account a name is in; undefined where it was given none and none has it. */
    async find(name: string, ctx?: CallContext): Promise<string | undefined> {
      const before = await noted(name)
      if (before) return before
      const holder = await holderOf(name, ctx)
      return holder && give(name, holder)
    },
    /** The same, and gives it one where it was given none; undefined where none is open. */
    give: async (name: string): Promise<string | undefined> => (await noted(name)) ?? give(name),
  }
}

/**
 * Whether an account has a name. One whose token fails, or whose hour is used up, is passed over: it stops its own names
 * only.
 */
async function holds(account: Dnsimple, name: string, ctx?: CallContext): Promise<boolean> {
  try {
    return await account.hasDomain(name, ctx)
  } catch (error) {
    if (isVendorError(error, 'unauthorised') || (isVendorError(error) && error.isOverLimit)) return false
    throw error
  }
}
