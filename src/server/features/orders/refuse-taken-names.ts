import type { Dependencies } from '../../dependencies.ts'
import { conflict } from '../../http/refusal.ts'
import { verifyOwnNames } from '../domains/finding/verify-own-names.ts'

/** An order is not kept waiting longer; what is not known by then does not stand in its way. */
const answerWithinMs = 2_000

/**
 * Refuses an order to buy names of which it is known that they are not available: by what the registrar said in the cart a
 * moment ago, else by the registries' public look-up and DNS. An order for someone else's name would keep its owner
 * out. Names are not asked of the registrar here: see docs/decisions/013.
 */
export async function refuseTakenNames(
  { vendors }: Pick<Dependencies, 'vendors'>,
  names: readonly string[],
): Promise<void> {
  const taken = new Set<string>()
  const [known, others] = [names.filter(vendors.nameCheck.isKnown), new Set(names)]
  for await (const { name, state } of vendors.nameCheck.check(known, { deadlineMs: 0 })) {
    // What is still being checked says nothing yet.
    if (state === 'unknown') continue
    others.delete(name)
    if (state !== 'available') taken.add(name)
  }
  for await (const { name, state } of vendors.nameLookUp.lookUp([...others], { deadlineMs: answerWithinMs }))
    if (state === 'taken') taken.add(name)
  if (taken.size === 0) return
  const list = [...taken].join(', ')
  throw conflict(
    taken.size === 1
      ? `${list} cannot be bought any more: someone has registered it. Please choose another domain. If it is yours, order it as a domain of your own.`
      : `These domains cannot be bought any more, since someone has registered them: ${list}. Please choose others. Those that are yours can be ordered as domains of your own.`,
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
