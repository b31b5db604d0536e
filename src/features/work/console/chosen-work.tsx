import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { LateConfirmDialog } from '#ui/late-confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import type { ConsoleWorkItem } from '../api/console-work.ts'
import { answersMax, isAnsweredByDone, workItemTitle } from '../rules/work-item-kinds.ts'
import { sendAnswers, subjectText } from './work-queries.ts'

interface ChosenWorkProps {
  chosen: readonly ConsoleWorkItem[]
  setSelected: (selected: Record<string, true>) => void
}

/** Several items answered together. Those that were refused stay chosen, each with its reason. */
export function ChosenWork({ chosen, setSelected }: ChosenWorkProps) {
  const [isAsking, setAsking] = useState(false)
  const [refused, setRefused] = useState<{ id: string; what: string; problem: string }[]>([])
  const answering = useStaffAction({
    mutationFn: () => sendAnswers(chosen.map(({ id }) => ({ id, answer: { done: 'yes' } }))),
    onSuccess: (results) => {
      const wrong = results.flatMap(({ id, problem }) => {
        const item = chosen.find((one) => one.id === id)
        return problem && item
          ? [{ id, what: `${workItemTitle(item.kind)}: ${subjectText(item)}`, problem }]
          : []
      })
      setRefused(wrong)
      setSelected(Object.fromEntries(wrong.map(({ id }) => [id, true as const])))
      const taken = results.length - wrong.length
      if (taken > 0) toast.success(`${countOf(taken, 'answer')} noted. What waited is being looked at now.`)
      setAsking(false)
    },
  })
  const unfit = chosen.filter(({ kind }) => !isAnsweredByDone(kind)).length
  const why =
    (unfit > 0 && `${unfit} of them ${unfit === 1 ? 'wants' : 'want'} values: answer those by themselves.`) ||
    (chosen.length > answersMax && `Choose at most ${answersMax}.`)
  return (
    <>
      {chosen.length > 0 && (
        <div className="sticky top-under-bar z-10 flex flex-wrap items-center gap-2 border-line border-b bg-selected px-3 py-2">
          <p role="status" className="mr-auto text-secondary">
            {countOf(chosen.length, 'item')} chosen
          </p>
          <Button size="small" variant="quiet" onClick={() => setSelected({})}>
            Choose none
          </Button>
          <Button size="small" variant="primary" unavailable={why} onClick={() => setAsking(true)}>
            Say that they are done
          </Button>
        </div>
      )}
      {refused.length > 0 && (
        <Alert
          className="m-3"
          title={`${countOf(refused.length, 'answer')} refused; nothing of it was changed.`}
        >
          <ul className="mt-1">
            {refused.map(({ id, what, problem }) => (
              <li key={id} className="wrap-anywhere">
                {what}. {problem}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {isAsking && (
        <LateConfirmDialog
          onClose={() => setAsking(false)}
          title={`Say that ${countOf(chosen.length, 'item')} ${chosen.length === 1 ? 'is' : 'are'} done?`}
          confirmLabel="They are done"
          onConfirm={() => answering.mutateAsync().catch(() => {})}
        >
          <Kinds chosen={chosen} />
        </LateConfirmDialog>
      )}
    </>
  )
}

function Kinds({ chosen }: { chosen: readonly ConsoleWorkItem[] }) {
  const kinds = [...Map.groupBy(chosen, ({ kind }) => kind)]
  return (
    <>
      <ul>
        {kinds.map(([kind, items]) => (
          <li key={kind}>
            {workItemTitle(kind)}: {items.length}
          </li>
        ))}
      </ul>
      <p className="mt-2">Everything that waits for them goes on. Each closes once it is seen to be done.</p>
    </>
  )
}
