import { CircleCheck } from 'lucide-react'
import { EmptyState } from '#ui/empty-state.tsx'
import { type OrderDraft, settingsMessages } from '../rules/order-draft.ts'
import { OrderFrame } from './order-frame.tsx'

/** The moment between the settings and the review. */
export function SettingsCompleted({ draft }: { draft: OrderDraft }) {
  return (
    <OrderFrame draft={draft} current={3} title="Configure Domain Settings" intro={null} actions={null}>
      <div role="status">
        <EmptyState icon={<CircleCheck className="text-success" />} title={settingsMessages.completed}>
          Taking you to the review…
        </EmptyState>
      </div>
    </OrderFrame>
  )
}
