import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { listed } from '#base/text/listed.ts'
import { numberText } from '#base/text/number-text.ts'
import { isWordGiven, typeTheNumber, wantsWord } from '#features/names/rules/typed-word.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { TypedNumber } from '#ui/console/page/typed-number.tsx'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import type { Titled } from '#ui/late-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { retryConsoleDomains } from '../api/console-domains.ts'
import { lookAtDomainsAgain } from './domain-queries.ts'

interface RetryDialogProps extends Titled {
  ids: readonly string[]
  looksAnew: boolean
  onClose: () => void
  onDone: () => void
}

/** Says how many are about to be tried again or looked at. */
export default function RetryDialog({ title, ids, looksAnew, onClose, onDone }: RetryDialogProps) {
  const [word, setWord] = useState('')
  const warns = !looksAnew && ids.length === 1
  const retrying = useStaffAction({
    mutationFn: () => {
      if (!isWordGiven(ids.length, word)) throw new Error(typeTheNumber(ids.length))
      return callStaff(retryConsoleDomains, {
        body: { ids: [...ids], looksAnew, renewsAgain: warns, ...(wantsWord(ids.length) && { word }) },
      })
    },
    onSuccess: async ({ done, skipped, renewalsLeft }) => {
      const left = skipped > 0 ? ` ${countOf(skipped, 'domain')} left out: no paid order holds them.` : ''
      toast.success(
        `${countOf(done, 'domain')} ${looksAnew ? 'being looked at' : 'being tried again'}.${left}`,
      )
      tellOfRenewals(renewalsLeft)
      onDone()
      await lookAtDomainsAgain()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirmLabel={looksAnew ? 'Look now' : 'Try again'}
      onConfirm={() => retrying.mutateAsync()}
    >
      {looksAnew
        ? 'Everything that is known of them counts as old: host, DNS and sending tool are read again, and what differs is put right.'
        : 'What they wait for is tried at once instead of when it would be next. What is known of them still counts.'}
      {warns &&
        ' If a renewal was lost or refused, or the domain has left all DNSimple accounts, this asks for it again: if that has already happened, it is paid twice. Look at DNSimple first.'}
      <TypedNumber domains={ids.length} value={word} onChange={setWord} />
    </ConfirmDialog>
  )
}

/** Stays until it is closed: which they are is said nowhere else. */
function tellOfRenewals({ count, first }: { count: number; first: readonly string[] }) {
  if (count === 0) return
  const more = count > first.length ? [`${numberText(count - first.length)} more`] : []
  toast.warning(`${countOf(count, 'renewal')} not asked for again: ${listed([...first, ...more])}.`, {
    description: 'Look at DNSimple, then try each of these domains again on its own page.',
    duration: Number.POSITIVE_INFINITY,
  })
}
