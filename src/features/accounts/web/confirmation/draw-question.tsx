import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#ui/query-client.ts'
import { ConfirmItIsYou, type ConfirmingActs } from './confirm-it-is-you.tsx'

let isDrawn = false

/**
 * Draws the question for the second factor over whatever page there is, closed until it is asked: beside the page, since
 * few are ever asked and no page carries it for them.
 */
export function drawQuestion(acts: ConfirmingActs): void {
  if (isDrawn) return
  isDrawn = true
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <QueryClientProvider client={queryClient}>
      <ConfirmItIsYou {...acts} />
    </QueryClientProvider>,
  )
}
