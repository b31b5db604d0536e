import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { SubscriptionBilling } from '#vendors/ports/payments.ts'
import { allPages } from './all-pages.ts'
import type { StripeClient } from './client.ts'
import { takesOffHeld } from './draft-credits.ts'
import { planLines, setCredits } from './set-credits.ts'
import { eachOf, withLines } from './whole-lists.ts'
import {
  type DraftWire,
  draftLinesWire,
  draftListWire,
  type InvoiceWire,
  invoiceWire,
  pageSize,
} from './wire.ts'

/*
 * A renewal is a draft for about an hour, in which everything about it can be changed, and is then charged even if its
 * subscription was paused meanwhile: https://docs.stripe.com/billing/invoices/subscription
 */

/** How long a draft waits for a hold to end: as long as it would have waited to be charged. */
const heldMs = 3_600_000
/** In a draft's metadata: until when it waits, in Unix seconds. Kept with it, so nothing of ours can lose it. */
const heldUntilKey = 'held_until'
/** Whether it waits for all that it bills, or some of it; `over` once it has waited for some and was let go. */
const heldForKey = 'held_for'
type HeldFor = 'all' | 'some'

/** Renewals that are not charged yet. What somebody has drawn up by hand is theirs. */
export async function draftsOf(
  client: StripeClient,
  subscription: string,
  ctx?: CallContext,
): Promise<DraftWire[]> {
  const drafts = await allPages('draftInvoices', (after) =>
    client.ask(
      'draftInvoices',
      draftListWire,
      (stripe) =>
        stripe.invoices.list({ subscription, status: 'draft', limit: pageSize, starting_after: after }),
      ctx,
    ),
  )
  return eachOf(
    drafts.filter(({ billing_reason }) => billing_reason !== 'manual'),
    (draft) => withLines(client, draftLinesWire, draft, ctx),
  )
}

/**
 * Keeps a draft from being charged while its subscription is paused. Returns until when it waits; undefined once it has,
 * and is to be given up. One that goes nowhere because a person has stopped it is given up as well, and one that Stripe
 * has opened meanwhile.
 */
export async function holdDraft(
  client: StripeClient,
  draft: DraftWire,
  now: Date,
  ctx?: CallContext,
): Promise<Date | undefined> {
  const known = heldUntil(draft, 'all')
  if (known) return known > now ? known : undefined
  if (draft.auto_advance === false && !isStopped(draft)) return undefined
  let until: Date | undefined
  await whileDraft(client, draft, ctx, async () => {
    until = (await stop(client, draft, { now, what: 'all' }, ctx)).until
  })
  return until
}

export interface Settling {
  wanted: SubscriptionBilling['quantities']
  /** Not wanted only as long as they are on hold. */
  onHold: SubscriptionBilling['quantities']
  now: Date
}

/**
 * Has the drafts of a subscription bill what is wanted and no more, and lets those go their way that were held. One that
 * bills less for a hold waits before that, as one of which all is on hold does. Returns until when the last of them waits.
 */
export async function settleDrafts(
  client: StripeClient,
  subscription: string,
  settling: Settling,
  ctx?: CallContext,
): Promise<Date | undefined> {
  let heldUntil: Date | undefined
  for (const draft of await draftsOf(client, subscription, ctx))
    await whileDraft(client, draft, ctx, async () => {
      heldUntil = (await settleDraft(client, draft, settling, ctx)) ?? heldUntil
    })
  return heldUntil
}

async function settleDraft(
  client: StripeClient,
  draft: DraftWire,
  { wanted, onHold, now }: Settling,
  ctx?: CallContext,
): Promise<Date | undefined> {
  const isForHold = takesOffHeld(planLines(draft), wanted, onHold)
  let until = isForHold ? heldUntil(draft, 'some') : undefined
  const hasWaited = isForHold && (draft.metadata[heldForKey] === 'over' || (until && until <= now))
  if (isForHold && !hasWaited && !until && (draft.auto_advance !== false || isStopped(draft))) {
    const stopped = await stop(client, draft, { now, what: 'some' }, ctx)
    // It is charged as it was.
    if (stopped.status === 'open') await letGo(client, draft, ctx)
    if (!stopped.until) return undefined
    until = stopped.until
  }
  await setCredits(client, draft, wanted, ctx)
  if (until && !hasWaited) return until
  // Last, so that it is not charged for what is still to be taken off.
  if (isStopped(draft)) await letGo(client, draft, ctx, hasWaited ? 'over' : '')
  return undefined
}

/** Stops a draft for its hour. Without a time where it was none any more: then it is what Stripe had made of it. */
async function stop(
  { ask }: StripeClient,
  { id }: DraftWire,
  { now, what }: { now: Date; what: HeldFor },
  ctx?: CallContext,
): Promise<{ status: string | null; until: Date | undefined }> {
  const until = new Date(now.getTime() + heldMs)
  const metadata = {
    [heldUntilKey]: String(Math.ceil(until.getTime() / 1_000)),
    [heldForKey]: what,
  }
  // What is open is stopped as well: https://docs.stripe.com/invoicing/integration/automatic-advancement-collection
  const { status } = await ask(
    'holdDraft',
    invoiceWire,
    (stripe) => stripe.invoices.update(id, { auto_advance: false, metadata }),
    ctx,
  )
  return { status, until: status === 'draft' ? until : undefined }
}

/** Has what was stopped go its way again, a draft or what has become of it. */
export const letGo = (
  { ask }: StripeClient,
  { id }: Pick<InvoiceWire, 'id'>,
  ctx?: CallContext,
  heldFor: 'over' | '' = '',
) =>
  ask(
    'releaseDraft',
    invoiceWire,
    (stripe) =>
      stripe.invoices.update(id, {
        auto_advance: true,
        metadata: { [heldUntilKey]: '', [heldForKey]: heldFor },
      }),
    ctx,
  )

/** The time is read only from what does not go its way: that of any other means nothing. */
function heldUntil(
  { auto_advance, metadata }: Pick<InvoiceWire, 'auto_advance' | 'metadata'>,
  what?: HeldFor,
): Date | undefined {
  const seconds = Number(metadata[heldUntilKey])
  if (auto_advance !== false || !(seconds > 0)) return undefined
  return what && (metadata[heldForKey] ?? 'all') !== what ? undefined : new Date(seconds * 1_000)
}

/** It goes nowhere, and not because of a person. */
export const isStopped = (invoice: InvoiceWire): boolean => heldUntil(invoice) !== undefined

/** Whether it was stopped for a time that is not over. */
export const isWaiting = (invoice: InvoiceWire, now: Date): boolean => (heldUntil(invoice) ?? now) > now

/** Changes a draft. Returns false where its hour was over meanwhile: it is charged as it was, or can be given up. */
async function whileDraft(
  { ask }: StripeClient,
  { id }: DraftWire,
  ctx: CallContext | undefined,
  change: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await change()
    return true
  } catch (error) {
    if (!isVendorError(error, 'rejected')) throw error
    const { status } = await ask('readInvoice', invoiceWire, (stripe) => stripe.invoices.retrieve(id), ctx)
    if (status === 'draft') throw error
    return false
  }
}
