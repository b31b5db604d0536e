import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { dnsAccounts, domainNames } from '#base/db/schema/index.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { chooseDnsAccount } from './choose-account.ts'
import type { Dnsimple } from './dnsimple.ts'

/** Which account a name is in: noted in its row, and corrected only where the registrar itself has it in another. */
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

  /** The accounts of the operator's other than that of a name that was seen registered; none of any other name. */
  async function othersOf(name: string): Promise<{ from: string | undefined; others: string[] }> {
    const rows = await db
      .select({ from: domainNames.dnsAccountId, id: dnsAccounts.id })
      .from(domainNames)
      .innerJoin(dnsAccounts, ne(dnsAccounts.id, domainNames.dnsAccountId))
      .where(and(eq(domainNames.name, name), eq(domainNames.registration, 'registered')))
      .orderBy(asc(dnsAccounts.createdAt), asc(dnsAccounts.id))
    return { from: rows[0]?.from ?? undefined, others: rows.map(({ id }) => id) }
  }

  /**
   * The account that has a name which is not in its own any more: a person has moved it there at the registrar, and its
   * row says so from now on. Undefined where none has it; throws where one of them does not say.
   */
  async function movedTo(name: string, ctx?: CallContext): Promise<string | undefined> {
    const { from, others } = await othersOf(name)
    for (const id of others) {
      if (!(await (await of(id)).registrar.findRegistration(name, undefined, ctx))) continue
      await db
        .update(domainNames)
        .set({ dnsAccountId: id, dnsAccountSince: sql`now()` })
        .where(and(eq(domainNames.name, name), eq(domainNames.dnsAccountId, from ?? id)))
      return id
    }
    return undefined
  }

  return {
    movedTo,
    /** Corrects where a name is before a call that would take its absence for done, or make it anew. */
    async follow(name: string, ctx?: CallContext): Promise<void> {
      const { from, others } = await othersOf(name)
      if (from && others.length > 0 && !(await (await of(from)).hasDomain(name, ctx)))
        await movedTo(name, ctx)
    },
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
