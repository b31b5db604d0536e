import { sendingToolNames } from '#shared/tools/sending-tools.ts'
import { howToRemove } from '../../domains/deep-customer.ts'
import { hostNames } from '../../provisioning/step-rules.ts'
import { table } from '../command.ts'
import type { DeepOrder } from './deep-order.ts'
import type { DeepRun } from './deep-run.ts'
import type { DeepEnd } from './end-of.ts'
import { follow } from './follow.ts'
import { makeOrder } from './make-order.ts'
import { createNarrator, type Narrator } from './narrator.ts'
import { type DeepAccount, refuseUnfit } from './refuse-unfit.ts'
import { readLeft, remove } from './remove.ts'

/**
 * Removes what an earlier deep look has left, if it has.
 * @returns whether nothing is left
 */
export async function removeLeft(run: DeepRun): Promise<boolean> {
  const left = await readLeft(run.deps.db)
  if (!left) return true
  run.tell(`An earlier doctor --deep has left ${left.name}; that is removed first.`)
  const why = await remove(run, left, createNarrator(left.platform, run.tell))
  run.tell(why === undefined ? 'Nothing of it is left.' : `It could not be removed: ${why}. ${howToRemove}`)
  return why === undefined
}

/** What is about to be made, and what it costs. Refused where the domain does not fit. */
export async function planDeep(
  { deps }: Pick<DeepRun, 'deps'>,
  order: DeepOrder,
): Promise<{ accounts: DeepAccount[]; text: string }> {
  const accounts = await refuseUnfit(deps, order)
  const host = hostNames[order.platform]
  const places = accounts.map(({ label }) => label).join(' or ')
  const text = [
    `On ${order.name}: its DNS records, an entry in ${places} at ${host} with one mailbox in it, and that mailbox in ${sendingToolNames[order.tool]}. The mailbox sends two mails to your probe mailboxes, and one through the sending tool.`,
    `It costs a licence or seat at ${host} for as long as it stands, where mailboxes need one there, and at most a few mailboxes’ worth of the sending tool’s plan. Nothing is bought or billed.`,
    'At the end all of it is removed, whatever came of it. No other domain is touched. What lets the sending tool in to the tenant stays: the first customer needs it.',
  ].join('\n')
  return { accounts, text }
}

/**
 * Makes one mailbox, has it connected and proven, and removes it: whatever happens, removing comes last.
 * @returns the exit code and what is printed in the end
 */
export async function lookDeep(
  run: DeepRun,
  order: DeepOrder,
  accounts: readonly DeepAccount[],
): Promise<{ exitCode: number; report: string }> {
  const narrator = createNarrator(order.platform, run.tell)
  const begun = performance.now()
  const holding = await makeOrder(run.deps, order, order.account === undefined ? undefined : accounts[0]?.id)
  let end: DeepEnd | undefined
  let left: string | undefined
  try {
    end = await follow(run, holding, narrator)
  } finally {
    run.tell(`Removing ${order.name} again…`)
    left = await remove(run, holding, narrator)
  }
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  return {
    exitCode: end.state === 'proven' && left === undefined ? 0 : 1,
    report: reportOf(narrator, { end, left, minutes }),
  }
}

function reportOf(
  narrator: Narrator,
  { end, left, minutes }: { end: DeepEnd; left: string | undefined; minutes: string },
): string {
  return [
    table(narrator.rows()),
    `It took ${minutes} minutes in all.`,
    '',
    ...endText(end),
    left === undefined ? 'Everything that was made is removed.' : `Not removed: ${left}. ${howToRemove}`,
  ].join('\n')
}

function endText(end: DeepEnd): string[] {
  if (end.state === 'proven') return [end.how]
  if (end.state === 'interrupted') return ['It was stopped before it was proven.']
  return ['To mend:', ...end.causes.flatMap(({ what, toDo }) => [`  ${what}`, `  ${toDo}`])]
}
