import { useQuery } from '@tanstack/react-query'
import { validateDomain } from '#features/orders/api/orders.ts'
import type { StatusTone } from '#features/orders/rules/order-status.ts'
import { Alert } from '#ui/alert.tsx'
import { ApiError, call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { useAction } from '#ui/use-action.ts'
import { type ClaimState, claimDomain, ownershipRecord } from '../api/claims.ts'

/** A name on its way out of the other order is asked about as often as this. */
const askAgainMs = 3_000

const answers: Record<ClaimState, { tone: StatusTone; text: string }> = {
  yours: { tone: 'success', text: 'It is free for you now: you can close this and continue.' },
  freeing: {
    tone: 'info',
    text: 'The record was seen. The domain is being taken out of the other order, which takes a moment.',
  },
  not_seen: {
    tone: 'warning',
    text: 'The record was not seen yet. It can take some minutes until your DNS host shows it: please check again then.',
  },
  unknown: {
    tone: 'warning',
    text: 'There is no clear answer yet, from your DNS host or from our registrar. Please check again in a minute.',
  },
  own_order: { tone: 'neutral', text: 'This domain is in one of your own orders already.' },
  impossible: {
    tone: 'neutral',
    text: 'This domain points here already, or was registered by us, so it cannot be moved by a record. Please contact support.',
  },
}

const noRecord = 'The record could not be loaded.'

/** Looking for the record again would change nothing. */
const isFinal = (state: ClaimState | undefined) => state === 'own_order' || state === 'impossible'

/** The record of a domain, and the claim that looks for it. */
function useOwnershipClaim(domain: string) {
  const record = useQuery({
    queryKey: ['ownership-record', domain],
    queryFn: () => call(ownershipRecord, { body: { domain } }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  const check = useAction({
    mutationFn: () => call(claimDomain, { body: { domain } }),
    meta: { quiet: true },
  })
  const isFreeing = check.data?.state === 'freeing'
  const freed = useQuery({
    queryKey: ['is-free', domain],
    queryFn: async () => !(await call(validateDomain, { query: { domain } })).exists,
    // What was free in an earlier claim says nothing about this one.
    gcTime: 0,
    enabled: isFreeing,
    refetchInterval: ({ state }) => (state.data ? false : askAgainMs),
    meta: { quiet: true },
  })
  const state = isFreeing && freed.data ? 'yours' : check.data?.state
  return { record, check, isFreeing, state }
}

interface OwnershipDialogProps {
  domain: string
  /** Told with it: whether the name is free to be added now. */
  onClose: (isYours: boolean) => void
}

/** The record that shows whose a domain is, and whether it has been seen. */
export default function OwnershipDialog({ domain, onClose }: OwnershipDialogProps) {
  const { record, check, isFreeing, state } = useOwnershipClaim(domain)
  // An answer to an earlier look is not one to the look under way.
  const answer = state && !check.isPending && answers[state]
  const isYours = state === 'yours'
  const isOver = isYours || (isFinal(state) && !check.isPending)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose(isYours)}
      title={`Is ${domain} yours?`}
      description="Then add this record where its DNS is hosted now. It is given to nobody else, and tells us that the domain is yours."
      footer={
        <>
          <Button variant={isOver ? 'primary' : 'quiet'} onClick={() => onClose(isYours)}>
            {isYours ? 'Done' : 'Close'}
          </Button>
          {!isOver && (
            <Button
              variant="primary"
              loading={check.isPending || isFreeing}
              unavailable={!record.data && (record.isError ? noRecord : 'The record is still being loaded.')}
              onClick={() => check.mutate()}
            >
              Check
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RecordValues record={record} />
        {check.isError ? (
          <Alert>
            {check.error instanceof ApiError
              ? check.error.message
              : 'The check did not go through. Please check your connection and try again.'}
          </Alert>
        ) : (
          answer && <Alert tone={answer.tone}>{answer.text}</Alert>
        )}
      </div>
    </Dialog>
  )
}

/** What is to be added to the DNS of the domain. */
const RecordValues = ({ record }: Pick<ReturnType<typeof useOwnershipClaim>, 'record'>) =>
  record.data ? (
    <dl className="divide-y divide-line rounded-control border border-line">
      <Value label="Type" value={record.data.type} />
      <Value label="Name" value={record.data.name} />
      <Value label="Value" value={record.data.value} />
    </dl>
  ) : record.isError ? (
    <Alert
      action={
        <Button size="small" loading={record.isFetching} onClick={() => void record.refetch()}>
          Retry
        </Button>
      }
    >
      {noRecord}
    </Alert>
  ) : (
    <SkeletonText lines={3} />
  )

const Value = ({ label, value }: { label: string; value: string }) => (
  <div className="flex items-center gap-3 py-1 pr-1.5 pl-3">
    <dt className="w-14 shrink-0 text-muted text-secondary">{label}</dt>
    <dd className="flex min-w-0 grow items-center justify-between gap-2">
      <code translate="no" className="min-w-0 break-all font-mono text-secondary">
        {value}
      </code>
      <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
    </dd>
  </div>
)
