import { eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { customers, type domains } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { appendEvent } from '#delivery/provisioning/events.ts'

type Holding = typeof domains.$inferSelect
/** What a name was to its holder when its owner took it: brought along, to be bought, or part of a cancelled order. */
export type Loss = 'own' | 'bought' | 'cancelled'

export const lossOf = ({ want, source }: Pick<Holding, 'want' | 'source'>): Loss =>
  want === 'retire' ? 'cancelled' : source

interface Told {
  /** Beside the name in the order. */
  note: string
  subject: string
  lines: readonly string[]
  operator: string
}

const sentences: Record<Loss, (name: string) => Told> = {
  own: (name) => ({
    note: `${name} belongs to someone else, who has shown it by a DNS record. Please choose another domain: your own ones cost nothing.`,
    subject: `${name} is no longer part of your order`,
    lines: [
      `someone else has shown by a DNS record that ${name} is theirs, so it is no longer part of your order.`,
      '',
      'The place it had is paid for: choose another domain for it in Order Details on your dashboard. Bringing another one of your own costs nothing.',
      '',
      `If ${name} is yours after all, or you would rather have your money back, please answer this mail.`,
    ],
    operator: 'was never pointed here. The order may choose another domain.',
  }),
  bought: (name) => ({
    note: `${name} is registered by someone else, who has shown it by a DNS record. What you paid for registering it is paid back, and the monthly price stays the same until you cancel. Please choose another domain.`,
    subject: `${name} could not be bought and is no longer part of your order`,
    lines: [
      `someone else has registered ${name} and has shown so by a DNS record, so we cannot buy it for you and it is no longer part of your order.`,
      '',
      'What you paid for registering it is paid back to your card. The place it had in your order stays, and so does the monthly price until you cancel: choose another domain for it in Order Details on your dashboard.',
    ],
    operator: 'could not be registered; its fee is paid back. The order may choose another domain.',
  }),
  cancelled: (name) => ({
    note: `${name} belongs to someone else, who has shown it by a DNS record. It does not come back with this order.`,
    subject: `${name} cannot come back with your cancelled order`,
    lines: [
      `someone else has shown by a DNS record that ${name}, a domain of an order you cancelled, is theirs. It cannot be reinstated any more, and mailboxes it may still have are removed for good now.`,
      '',
      'The other domains of the order can be reinstated as before.',
      '',
      `If ${name} is yours after all, please answer this mail.`,
    ],
    operator: 'was cancelled there, and is taken down now instead of after the grace period.',
  }),
}

/** What stands beside a name that its owner has taken. */
export const noteOf = (holding: Holding): string => sentences[lossOf(holding)](holding.name).note

/** Tells the customer who held a name that its owner has it now: in the order, by mail; and the operator. */
export async function tellHolder(deps: Dependencies, tx: Db, holding: Holding): Promise<void> {
  const { id, name, customerId, bundleId } = holding
  const { note, subject, lines, operator } = sentences[lossOf(holding)](name)
  await appendEvent(tx, { customerId, domainId: id, name, kind: 'taken', sentence: note })
  await audit(tx, {
    customerId,
    actor: 'system',
    action: 'domain.taken',
    subject: bundleId,
    data: { name },
    // The log is the holder's: where the owner asked from is not theirs to know.
    address: undefined,
    sessionId: undefined,
  })
  await mail(deps, tx, customerId, { key: `taken:${id}`, subject, lines })
  await deps.alert(tx, {
    key: `taken:${id}`,
    subject: `${name} was taken out of an order by its owner`,
    text: `${name} was in order ${bundleId}; another customer has shown ownership by a DNS record. It ${operator} Look at it with: npm run operator -- order show --order ${bundleId}`,
  })
}

/** Tells the customer whose unpaid order or replacement has ended because one of its names is someone else's. */
export const tellUnpaid = (
  deps: Dependencies,
  customerId: string,
  { key, what, name }: { key: string; what: 'order' | 'replacement'; name: string },
): Promise<void> =>
  deps.db.transaction((tx) =>
    mail(deps, tx, customerId, {
      key: `taken-unpaid:${key}`,
      subject: `Your unpaid ${what} with ${name} has ended`,
      lines: [
        `someone else has shown by a DNS record that ${name} is theirs. Your ${what} with it was not paid yet, so it has ended and nothing was charged.`,
        '',
        'You can place it again with another domain on your dashboard.',
      ],
    }),
  )

async function mail(
  { outbox }: Dependencies,
  tx: Db,
  customerId: string,
  { key, subject, lines }: { key: string; subject: string; lines: readonly string[] },
): Promise<void> {
  const [person] = await tx.select().from(customers).where(eq(customers.id, customerId))
  if (person)
    await outbox.put(tx, {
      key,
      to: person.email,
      subject,
      text: [`Hello ${person.name},`, '', ...lines].join('\n'),
    })
}
