import type { OwedRenewal } from '#shared/api/owed-renewal.ts'
import type { OpenInvoices } from './schema/index.ts'

/** Renewals that were refused and can still be paid, as a subscription's row has them, the oldest first. */
export const owedRenewals = (open: OpenInvoices | null): OwedRenewal[] =>
  open
    ? [open, ...(open.later ?? [])].map(
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
    : []
