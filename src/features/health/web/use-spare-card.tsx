import { useState } from 'react'
import { whatUsingDoes } from '#features/reserve/rules/spares.ts'
import { useTakingSpares } from '#features/reserve/web/use-taking-spares.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import type { HealthOfDomain } from '../rules/health-view.ts'

/** Offers a ready spare for a domain that is not well; nothing where there is none, or where it is. */
export function UseSpareCard({ view }: { view: HealthOfDomain }) {
  const [isAsking, setAsking] = useState(false)
  const { given, tool, take } = useTakingSpares([view])
  const spare = given.get(view.domain)
  const isUnwell = view.state === 'replace' || view.state === 'rest' || view.state === 'watch'
  if (!spare || !tool || !isUnwell) return null
  return (
    <Card>
      <CardHeader
        title="A spare is ready"
        description={
          <span className="wrap-anywhere">
            {spare} is {isFileTool(tool) ? 'set up' : 'warm'} and has the same people: it can take this place
            in 0 days, with nothing to pay.
          </span>
        }
      />
      <Button
        size="small"
        variant={view.state === 'replace' ? 'primary' : 'secondary'}
        className="mt-3"
        onClick={() => setAsking(true)}
      >
        Use a ready spare
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Use a ready spare?"
        confirmLabel="Use it now"
        onConfirm={() => take([view.domain])}
      >
        <span className="wrap-anywhere">
          {spare} takes the place of {view.domain}. {whatUsingDoes(tool)}
        </span>
      </ConfirmDialog>
    </Card>
  )
}
