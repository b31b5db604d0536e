import { and, eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { passkeys } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { secondFactorTexts } from '../../rules/own-second-factor.ts'
import { type MadePasskey, type PasskeyToMake, passkeyTexts } from '../../rules/passkeys.ts'
import { type FactorCaller, noteAct } from '../second-factor/factor-owner.ts'
import { changeFactors, codesOfFirst, endLast } from '../second-factor/own-second-factor.ts'
import { hasSecondFactor } from '../second-factor/second-factor.ts'
import { tellChange } from '../second-factor/tell-change.ts'
import { passkeyToAdd, storePasskey, verifyMade } from './add-passkey.ts'

type Deps = Pick<Dependencies, 'db' | 'outbox' | 'config' | 'brand'>

const bound = ({ userId, sessionId }: FactorCaller) => ({ userId, boundTo: sessionId })

/** What a device of the caller is asked for. Throws a `Refusal`. */
export const beginPasskey = (deps: Deps, caller: FactorCaller): Promise<PasskeyToMake> =>
  passkeyToAdd(deps, bound(caller), caller)

/** The new passkey: asked for from then on. Returns recovery codes where it is the first second factor. */
export async function addPasskey(
  deps: Deps,
  caller: FactorCaller,
  { name, passkey }: { name: string; passkey: MadePasskey },
): Promise<string[]> {
  const verified = await verifyMade(deps, bound(caller), passkey)
  const { userId } = caller
  return changeFactors(deps, userId, async (tx) => {
    const hadOne = await hasSecondFactor(tx, userId)
    await storePasskey(tx, { userId, name }, verified)
    await noteAct(tx, caller, 'passkey added', { name })
    await tellChange(deps, tx, caller, secondFactorTexts.passkeyAdded(name))
    return codesOfFirst(tx, caller, hadOne)
  })
}

const isOwn = ({ userId }: FactorCaller, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, userId))

/** Another name. Throws a `Refusal` for what is not the caller's. */
export const renamePasskey = (
  { db }: { db: Db },
  caller: FactorCaller,
  id: string,
  name: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { rowCount } = await tx.update(passkeys).set({ name }).where(isOwn(caller, id))
    if (!rowCount) throw notFound(passkeyTexts.noneHere)
    await noteAct(tx, caller, 'passkey renamed', { name })
  })

/** It is not asked for any more. Throws a `Refusal` for what is not the caller's, or has to stay. */
export const removePasskey = (deps: Deps, caller: FactorCaller, id: string): Promise<void> =>
  changeFactors(deps, caller.userId, async (tx) => {
    const [removed] = await tx.delete(passkeys).where(isOwn(caller, id)).returning({ name: passkeys.name })
    if (!removed) throw notFound(passkeyTexts.noneHere)
    const isLast = await endLast(tx, caller)
    await noteAct(tx, caller, 'passkey removed', removed)
    const what = secondFactorTexts.passkeyRemoved(removed.name)
    await tellChange(deps, tx, caller, isLast ? `${what} ${secondFactorTexts.removed}` : what)
  })
