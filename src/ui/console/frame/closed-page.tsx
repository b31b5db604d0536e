import { Lock } from 'lucide-react'
import { staffRoles } from '#base/access.ts'
import { ButtonLink } from '../../button-link.tsx'
import { Card } from '../../card.tsx'
import { EmptyState } from '../../empty-state.tsx'
import { operatorPaths } from '../operator-paths.ts'
import { ConsolePage } from '../page/console-page.tsx'
import { mayOpen } from '../page-rights.ts'
import { useStaff } from '../staff-session.ts'

/** In the place of a page that somebody's role does not include, however they came to its address. */
export function ClosedPage() {
  const { role } = useStaff()
  return (
    <ConsolePage title="This page is closed to you">
      <Card>
        <EmptyState
          icon={<Lock />}
          title={`Your role, ${staffRoles[role].title}, does not include it`}
          action={
            mayOpen(role, operatorPaths.home) && <ButtonLink to={operatorPaths.home}>Go to Home</ButtonLink>
          }
        >
          What each role may do stands on the page Staff, where an owner can give you another one.
        </EmptyState>
      </Card>
    </ConsolePage>
  )
}
