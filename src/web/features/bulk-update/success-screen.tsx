import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

interface SuccessScreenProps {
  title: string
  onAgain: () => void
  children: ReactNode
}

export function SuccessScreen({ title, onAgain, children }: SuccessScreenProps) {
  return (
    <EmptyState
      title={title}
      icon={<CircleCheck />}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink to="/dashboard" variant="primary">
            Go back to main dashboard
          </ButtonLink>
          <Button onClick={onAgain}>Update more accounts</Button>
        </div>
      }
    >
      {children}
    </EmptyState>
  )
}
