import { conflict } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { verifyOwnNames } from '#features/names/server/finding/verify-own-names.ts'

/** An order is not kept waiting longer; what is not known by then does not stand in its way. */
const answerWithinMs = 2_000

/**
 * Refuses an order to buy names of which it is known that they are not available: by what the registrar refused in the
 * cart a moment ago, and by what the registries' public look-up and DNS say now, since a name that was free then may have
 * been registered. An order for someone else's name would keep its owner out, and could not be set up once it is paid.
 * Names are not asked of the registrar here: see docs/decisions/013.
 */
export async function refuseTakenNames(
  { vendors }: Pick<Dependencies, 'vendors'>,
  names: readonly string[],
): Promise<void> {
  const taken = new Set<string>()
  const known = names.filter(vendors.nameCheck.isKnown)
  // What is still being checked says nothing yet.
  for await (const { name, state } of vendors.nameCheck.check(known, { deadlineMs: 0 }))
    if (state !== 'unknown' && state !== 'available') taken.add(name)
  const others = names.filter((name) => !taken.has(name))
  const now = { deadlineMs: answerWithinMs, isFresh: true }
  for await (const { name, state } of vendors.nameLookUp.lookUp(others, now))
    if (state === 'taken') taken.add(name)
  if (taken.size === 0) return
  const list = [...taken].join(', ')
  throw conflict(
    taken.size === 1
      ? `${list} is no longer available: someone else has registered it. Please choose another domain. If it’s yours, order it as a domain you own.`
      : `These domains are no longer available because someone else has registered them: ${list}. Please choose others. If any are yours, order them as domains you own.`,
    { domains: [...taken] },
  )
}

/**
 * Refuses an order with own names that can never work, each with its reason. Those that an order holds are refused where
 * they are held.
 */
export async function refuseUnusableNames(
  deps: Pick<Dependencies, 'db' | 'vendors' | 'limits'>,
  customerId: string,
  names: readonly string[],
): Promise<void> {
  const results = await verifyOwnNames(deps, customerId, names, { deadlineMs: answerWithinMs })
  const unusable = results.filter(({ available, exists_in_airtable }) => !available && !exists_in_airtable)
  if (unusable.length === 0) return
  const reasons = unusable.map(({ domain, message }) => `${domain}: ${message}`)
  throw conflict(`${reasons.join(' ')} Please choose ${reasons.length === 1 ? 'another domain' : 'others'}.`)
}
