import { audit } from '#base/audit/audit.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { howToRemove } from '#delivery/domains/deep-customer.ts'
import { hostNames } from '#features/plans/rules/host-names.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { table } from '../command.ts'
import type { DeepOrder } from './deep-order.ts'
import type { DeepRun } from './deep-run.ts'
import type { DeepEnd } from './end-of.ts'
import { follow } from './follow.ts'
import { makeOrder } from './make-order.ts'
import { createNarrator, type Narrator } from './narrator.ts'
import { accountsFor, type DeepAccount, refuseUnfit } from './refuse-unfit.ts'
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

/**
 * What would be done, where nothing is to be done yet. Whether the domain fits can be seen only once nothing stands in
 * its way that an earlier deep look has left.
 */
export async function announce({ deps }: Pick<DeepRun, 'deps'>, order: DeepOrder): Promise<string> {
  const left = await readLeft(deps.db)
  if (!left) return (await planDeep({ deps }, order)).text
  return [
    `An earlier doctor --deep has left ${left.name}; that is removed first, and then it is seen whether ${order.name} may be used.`,
    planText(deps, order, await accountsFor(deps, order)),
  ].join('\n')
}

/** What is about to be made, and what it costs. Refused where the domain does not fit. */
export async function planDeep(
  { deps }: Pick<DeepRun, 'deps'>,
  order: DeepOrder,
): Promise<{ accounts: DeepAccount[]; text: string }> {
  const accounts = await refuseUnfit(deps, order)
  return { accounts, text: planText(deps, order, accounts) }
}

function planText(
  { vendors }: Pick<Dependencies, 'vendors'>,
  { name, platform, tool, values }: DeepOrder,
  accounts: readonly DeepAccount[],
): string {
  const host = hostNames[platform]
  const toolName = sendingToolNames[tool]
  const places = accounts.map(({ label }) => label).join(' or ')
  const canSend = vendors.toolOf(tool, values).signInAt(platform)?.trySending !== undefined
  return [
    `On ${name}: its DNS records, an entry in ${places} at ${host} with one mailbox in it, and that mailbox in ${toolName}. The mailbox sends two mails to your probe mailboxes${canSend ? `, and one more through ${toolName}` : ''}.`,
    `It costs a licence or seat at ${host} for as long as it stands, where mailboxes need one there, and at most a few mailboxes’ worth of the sending tool’s plan. Nothing is bought or billed.`,
    'At the end all of it is removed, whatever came of it. No other domain is touched. What lets the sending tool in to the tenant stays: the first customer needs it.',
  ].join('\n')
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
    if (end.state === 'proven')
      await audit(run.deps.db, {
        actor: 'operator',
        action: 'doctor.deep_proven',
        subject: order.name,
        data: { platform: order.platform, tool: order.tool },
      })
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
  if (end.state === 'interrupted') return [end.reached]
  return ['To mend:', ...end.causes.flatMap(({ what, toDo }) => [`  ${what}`, `  ${toDo}`])]
}
