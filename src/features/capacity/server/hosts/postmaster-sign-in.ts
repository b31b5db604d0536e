import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { audit } from '#base/audit/audit.ts'
import { postmasterSignIns } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { incompleteCredentials, notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { postmasterSignInSchema } from '#vendors/google/adapter/postmaster.ts'
import type { Probe } from '#vendors/ports/probe.ts'

/** There is one at most. */
const id = 'postmaster'

type Deps = Pick<Dependencies, 'db' | 'secrets' | 'vendors'>

/** Keeps a sign-in to Gmail's Postmaster Tools in place of the one before, if it works. Throws a `Refusal`. */
export async function connectPostmaster({ db, secrets, vendors }: Deps, signIn: unknown): Promise<Probe> {
  const parsed = z.safeParse(postmasterSignInSchema, signIn)
  if (!parsed.success) throw incompleteCredentials(parsed.error)
  const probe = await vendors.postmasterWith(parsed.data).probe({ purpose: 'waiting' })
  if (!probe.ok) return probe
  const credentials = secrets.seal(JSON.stringify(parsed.data), placeOf.postmasterSignIn(id))
  await db.transaction(async (tx) => {
    await tx
      .insert(postmasterSignIns)
      .values({ id, credentials })
      .onConflictDoUpdate({ target: postmasterSignIns.id, set: { credentials, createdAt: new Date() } })
    await audit(tx, { actor: 'operator', action: 'postmaster.connected', subject: 'google', data: {} })
  })
  return probe
}

/** Forgets it; domains are not watched there any more. Throws a `Refusal` where there is none. */
export async function forgetPostmaster({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = await tx.delete(postmasterSignIns).where(eq(postmasterSignIns.id, id)).returning()
    if (gone.length === 0) throw notFound('Nobody is signed in to Gmail’s Postmaster Tools.')
    await audit(tx, { actor: 'operator', action: 'postmaster.forgotten', subject: 'google', data: {} })
  })
}

interface PostmasterDomains {
  /** Since when somebody is signed in; null where nobody is. */
  since: Date | null
  /** Domains whose figures may be read there. */
  domains: readonly string[]
}

/** What is in the Postmaster Tools now. Throws a `VendorError` where they do not answer. */
export async function readPostmaster({
  db,
  vendors,
}: Pick<Deps, 'db' | 'vendors'>): Promise<PostmasterDomains> {
  const [row] = await db.select().from(postmasterSignIns).where(eq(postmasterSignIns.id, id))
  const tools = row && (await vendors.postmaster())
  const names = tools ? await tools.domains({ purpose: 'waiting' }) : []
  return { since: row?.createdAt ?? null, domains: [...names].sort() }
}
