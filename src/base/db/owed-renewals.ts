import type { OwedRenewal } from '#features/billing/api/owed-renewal.ts'
import type { OpenInvoice, OpenInvoices } from './schema/index.ts'

/** Those of a subscription's row, the oldest first. */
export const openInvoices = (open: OpenInvoices | null): OpenInvoice[] =>
  open ? [open, ...(open.later ?? [])] : []

/** Renewals that were refused and can still be paid, as a subscription's row has them, the oldest first. */
export const owedRenewals = (open: OpenInvoices | null): OwedRenewal[] =>
  openInvoices(open).map(
    ({ id, number, url, cents, from = null, until = null, isToConfirm, isWrittenOff }) => ({
      invoiceId: id,
      number,
      url,
      cents,
      from,
      until,
      ...(isToConfirm && { isToConfirm }),
      ...(isWrittenOff && { isWrittenOff }),
    }),
  )

/** Of what is owed, that of periods in which something ran that ended then. */
export const owedOfRun = (open: OpenInvoices | null, endedAt: Date | null): OwedRenewal[] =>
  owedRenewals(open).filter(({ from }) => !from || !endedAt || new Date(from) < endedAt)
