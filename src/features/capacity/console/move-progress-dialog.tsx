import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mayStaff } from '#base/access.ts'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { type DomainMove, stopDomainMove } from '#features/domains/api/console-domains.ts'
import { lookAtDomainsAgain } from '#features/domains/console/domain-queries.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { failureText } from '#ui/frame/failure-text.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { toast } from '#ui/toast.ts'
import { lookAtCapacityAgain, moveQuery } from './capacity-queries.ts'

/** How far it is with domains that are placed elsewhere, and at the end what stays, with its reason. */
export default function MoveProgressDialog({ moveId, onClose }: { moveId: string; onClose: () => void }) {
  const { data: move, error, refetch } = useQuery(moveQuery(moveId))
  const stopping = useStaffAction({
    mutationFn: () => callStaff(stopDomainMove, { params: { moveId }, body: {} }),
    onSuccess: () => refetch(),
  })
  const mayStop = mayStaff(useStaff().role, 'domains.manage')
  const isOver = move !== undefined && move.state !== 'moving'
  const isAllMoved = move?.state === 'done' && move.stay.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it has ended
  useEffect(() => {
    if (!isOver) return
    void lookAtDomainsAgain()
    void lookAtCapacityAgain()
    if (!isAllMoved) return
    toast.success(move.message, { id: moveId })
    onClose()
  }, [isOver])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={titleOf(move)}
      description={isOver ? move.message : 'It goes on when you close this.'}
      footer={
        <>
          {!isOver && move && mayStop && (
            <Button variant="danger" loading={stopping.isPending} onClick={() => stopping.mutate()}>
              Stop
            </Button>
          )}
          <Button variant={isOver ? 'primary' : 'quiet'} onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {error && !move && <Alert>{failureText(error)}</Alert>}
      {move && !isOver && <Progress move={move} />}
      {isOver && move.stay.length > 0 && <Stay stay={move.stay} />}
    </Dialog>
  )
}

function titleOf(move: DomainMove | undefined): string {
  if (!move || move.state === 'moving') return 'Moving domains'
  if (move.stay.length === 0) return move.state === 'stopped' ? 'Stopped' : 'All of them are moved'
  const isOne = move.stay.length === 1
  return `${countOf(move.stay.length, 'domain')} ${isOne ? 'stays where it is' : 'stay where they are'}`
}

function Progress({ move: { domains, moved, stay } }: { move: DomainMove }) {
  const done = moved + stay.length
  const words = `${numberText(done)} of ${numberText(domains)}`
  return (
    <div className="flex items-center gap-3">
      <ProgressBar label="Domains moved" value={done} max={domains} valueText={words} className="grow" />
      <span className="text-muted text-secondary tabular-nums">{words}</span>
    </div>
  )
}

const Stay = ({ stay }: Pick<DomainMove, 'stay'>) => (
  <>
    <Alert tone="info" title="What was not moved is as it was before">
      Nothing else is done to it.
    </Alert>
    <ul className="mt-3 divide-y divide-line">
      {stay.map(({ id, name, why }) => (
        <li key={id} className="py-2">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-muted text-secondary">{why}</p>
        </li>
      ))}
    </ul>
  </>
)
