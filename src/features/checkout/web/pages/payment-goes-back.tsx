import { Undo2 } from 'lucide-react'
import { backText } from '#features/billing/rules/payment-served.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import type { PaymentConfirmation } from '../../api/payments.ts'

/** Of a payment that nothing is set up for. It stays until it is left: nobody misses it. */
export const PaymentGoesBack = ({ confirmation }: { confirmation: PaymentConfirmation }) => (
  <div role="status">
    <Undo2 className="mb-4 text-warning" />
    <h1 className="text-page-title">
      {confirmation.notNeeded ? 'This payment was not needed' : 'This payment went back to you'}
    </h1>
    <p className="mt-2 text-muted">{backText(confirmation)}</p>
    <ButtonLink to="/dashboard" variant="primary" className="mt-6">
      Go to Dashboard
    </ButtonLink>
  </div>
)
