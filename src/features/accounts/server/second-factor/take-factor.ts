import type { Dependencies } from '#delivery/dependencies.ts'
import { secondFactorTexts } from '../../rules/own-second-factor.ts'
import type { ShownPasskey } from '../../rules/passkeys.ts'
import type { AskedOf } from '../passkeys/challenges.ts'
import { takePasskey } from '../passkeys/take-passkey.ts'
import type { CodeTry } from './count-code.ts'
import { type FactorOwner, noteAct } from './factor-owner.ts'
import { takeCode } from './second-factor.ts'
import { tellChange } from './tell-change.ts'

type Deps = Pick<Dependencies, 'db' | 'limits' | 'secrets' | 'outbox' | 'config' | 'brand'>

/** What somebody shows as their second factor. */
export type Shown = { code: string } | { passkey: ShownPasskey }

/**
 * Takes a code of an authenticator, a recovery code, or what a passkey has signed: each is good once. Throws a `Refusal`
 * when it is not right, once that is noted.
 */
export async function takeFactor(
  deps: Deps,
  owner: FactorOwner,
  asked: Pick<AskedOf, 'boundTo' | 'purpose'>,
  tried: Omit<CodeTry, 'userId'>,
  shown: Shown,
): Promise<void> {
  const by = { userId: owner.userId, ...tried }
  if ('code' in shown)
    return takeCode(deps, by, shown.code, () => noteAct(deps.db, owner, 'refused', { code: true }))
  await takePasskey(deps, { userId: owner.userId, ...asked }, by, shown.passkey, {
    refused: () => noteAct(deps.db, owner, 'refused', { passkey: true }),
    copied: ({ name }) =>
      deps.db.transaction(async (tx) => {
        await noteAct(tx, owner, 'passkey copied', { name })
        await tellChange(deps, tx, owner, secondFactorTexts.passkeyCopied(name))
      }),
  })
}
