import { eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { customers } from '#base/db/schema/index.ts'
import { type About, listOf } from '#base/mail/outbox.ts'
import { countOf } from '#base/text/count-of.ts'
import type { VendorError } from '#vendors/client/vendor-error.ts'
import type { Holding } from './desired.ts'
import { type Facts, hasExpired } from './facts.ts'
import type { ProvisioningDependencies } from './step-context.ts'
import type { StepId } from './step-ids.ts'

/** Why a bought name that is to run has no registration. */
export type Loss = 'unregistered' | 'ended'

/** What its customer has to hear of now; undefined where nothing was lost, or they know. */
export function lossOf({
  holding,
  facts,
  stuck,
}: {
  holding: Holding
  facts: Facts
  stuck: ReadonlyMap<StepId, VendorError>
}): Loss | undefined {
  if (holding.want !== 'run' || !holding.isServed || facts.lost?.domainId === holding.domainId)
    return undefined
  const refusal = stuck.get('register')
  if (!refusal) return undefined
  if (hasExpired(facts)) return 'ended'
  return !facts.registration && refusal.kind === 'rejected' ? 'unregistered' : undefined
}

const them = (count: number) => (count === 1 ? 'it' : 'them')

const mails: Record<Loss, (about: About) => { subject: string; lines: string[] }> = {
  unregistered: (about) => ({
    subject: `${what(about)} could not be registered`,
    lines: [
      `we could not register ${about.count === 1 ? 'this domain' : 'these domains'}. Usually that means someone else registered ${them(about.count)} first:`,
      '',
      ...listOf(about),
      '',
      'You can choose another domain at no extra cost, or get a refund of the registration fee. Both are in Order Details on your dashboard:',
    ],
  }),
  ended: (about) => ({
    subject: `${what(about)} stopped because the registration ended`,
    lines: [
      `the registration of ${about.count === 1 ? 'this domain' : 'these domains'} has ended, so ${about.count === 1 ? 'it no longer sends or receives email, and visitors are' : 'they no longer send or receive email, and visitors are'} no longer redirected:`,
      '',
      ...listOf(about),
      '',
      `This is ours to fix. Our team has been told and is working to restore ${them(about.count)}. There is nothing you need to do, and you pay nothing for it. If you would rather not wait, choose another domain at no cost in Order Details on your dashboard:`,
    ],
  }),
}

const what = ({ names: [first = ''], count }: About): string =>
  count === 1 ? first : countOf(count, 'domain')

/** One mail for all that a customer has lost within minutes. */
export async function tellOfLoss(
  { outbox, config }: Pick<ProvisioningDependencies, 'outbox' | 'config'>,
  tx: Db,
  { name, holding, loss }: { name: string; holding: Holding; loss: Loss },
): Promise<void> {
  const [customer] = await tx
    .select({ email: customers.email, name: customers.name })
    .from(customers)
    .where(eq(customers.id, holding.customerId))
  if (!customer) return
  await outbox.gather(tx, {
    key: `${loss}:${holding.customerId}`,
    to: customer.email,
    about: name,
    write(about) {
      const { subject, lines } = mails[loss](about)
      return {
        subject,
        text: [`Hello ${customer.name},`, '', ...lines, '', `${config.publicUrl}/dashboard`].join('\n'),
      }
    },
  })
}
