import type { DomainStatus } from '#shared/order-status.ts'
import type { VendorError } from '../providers/vendor-error.ts'
import { vendorNames } from '../providers/vendor-error.ts'
import type { Holding } from './desired.ts'
import { type StepId, stepRules } from './step-rules.ts'

export interface VisibleStatus {
  status: DomainStatus
  /** A sentence for the customer. */
  note?: string
}

/** What the customer sees of a running name after a run that ended with (or without) a refusal. */
export function statusAfter(
  holding: Pick<Holding, 'isServed' | 'platform' | 'deliveredAt'>,
  stuck: { step: StepId; error: VendorError; isDead: boolean } | undefined,
): VisibleStatus {
  if (!holding.isServed)
    return { status: 'pending', note: 'Paused. Your mailboxes are disabled until this is settled.' }
  if (!stuck) return { status: 'done' }
  const { step, error, isDead } = stuck
  const doing = stepRules[step].doing(holding.platform)
  switch (error.kind) {
    case 'waiting':
      // A delegation is the customer's to change; everything else mends itself or is with the operator.
      return {
        status: step === 'delegation' && !error.reason.startsWith('the registry') ? 'pending' : 'in progress',
        note: capitalised(error.reason),
      }
    case 'unauthorised':
      return ['instantly', 'smartlead', 'bison'].includes(error.vendor)
        ? {
            status: 'pending',
            note: `${vendorNames[error.vendor]} refuses the credentials. Please correct them in Order Details.`,
          }
        : { status: 'in progress', note: `${doing}: our team has been told.` }
    case 'rejected':
      return { status: 'error', note: `${doing} failed: ${error.reason}.` }
    default:
      return isDead
        ? { status: 'error', note: `${doing} keeps failing. Our team has been told.` }
        : {
            status: 'in progress',
            note: `${doing}: ${vendorNames[error.vendor]} is slow to answer, trying again.`,
          }
  }
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
