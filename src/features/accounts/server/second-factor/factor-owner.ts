import { eq, sql } from 'drizzle-orm'
import { type AuditAction, audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { refreshFamilies } from '#base/db/schema/index.ts'
import type { SignedIn } from '#base/http/session-lookup.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { passkeyTexts } from '../../rules/passkeys.ts'

/** What happens to somebody's second factors, and is noted. */
export type FactorAct =
  | 'authenticator added'
  | 'authenticator removed'
  | 'passkey added'
  | 'passkey renamed'
  | 'passkey removed'
  | 'passkey copied'
  | 'codes made'
  | 'refused'
  | 'confirmed'

type Told = Pick<Dependencies, 'config' | 'brand'>

/** What is different between customers and staff. */
export interface FactorSide {
  actor: 'customer' | 'operator'
  /** Under which name each act is noted; what has none is not. */
  actions: Partial<Record<FactorAct, AuditAction>>
  /** Whose account it is, and what to do where it was somebody else, as mails say it. */
  account: (deps: Told) => string
  help: (deps: Told) => string
}

/** Somebody whose second factors they are. */
export interface FactorOwner {
  side: FactorSide
  userId: string
  email: string
  name: string
  customerId?: string
}

/** The same, signed in. */
export interface FactorCaller extends FactorOwner {
  sessionId: string
  /** Notes in the session that a second factor was shown just now. */
  noteShown: (db: Db) => Promise<unknown>
  /** Why the last second factor cannot be removed, where it cannot. */
  keepsOne?: string
}

export const customerSide: FactorSide = {
  actor: 'customer',
  actions: {
    'authenticator added': 'second_factor.added',
    'authenticator removed': 'second_factor.removed',
    'passkey added': 'passkey.added',
    'passkey renamed': 'passkey.renamed',
    'passkey removed': 'passkey.removed',
    'passkey copied': 'passkey.copied',
    'codes made': 'second_factor.codes_made',
    refused: 'session.refused',
  },
  account: ({ brand }) => brand.now.productName,
  help: ({ config, brand }) =>
    `If that was not you, change your password at once, at ${config.publicUrl}/forgot-password, and write to ${brand.now.supportEmail}.`,
}

export const customerCaller = ({
  id,
  userId,
  email,
  name,
  familyId,
  needsFactor,
}: SignedIn): FactorCaller => ({
  side: customerSide,
  userId,
  email,
  name,
  customerId: id,
  sessionId: familyId,
  ...(needsFactor && { keepsOne: passkeyTexts.lastByRule }),
  noteShown: (db) =>
    db.update(refreshFamilies).set({ confirmedAt: sql`now()` }).where(eq(refreshFamilies.id, familyId)),
})

/** Notes what happened to somebody's second factors. */
export async function noteAct(
  db: Db,
  { side, userId, customerId }: FactorOwner,
  act: FactorAct,
  data?: Record<string, unknown>,
): Promise<void> {
  const action = side.actions[act]
  if (action)
    await audit(db, {
      actor: side.actor,
      action,
      userId,
      ...(customerId && { customerId }),
      ...(data && { data }),
    })
}
