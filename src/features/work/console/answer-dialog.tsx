import { Download } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { Titled } from '#ui/late-dialog.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.ts'
import type { ConsoleWorkItem } from '../api/console-work.ts'
import { exportWork } from '../api/console-work.ts'
import { answerFieldsOf, answerMaxLength } from '../rules/work-item-answers.ts'
import { isAnsweredByDone } from '../rules/work-item-kinds.ts'
import { sendAnswers, subjectText } from './work-queries.ts'

/** What the console itself has for a work item: the file to upload, or the page on which the work is done. */
function WorkHelp({ item: { id, kind } }: { item: ConsoleWorkItem }) {
  const exporting = useStaffAction({
    mutationFn: () => callStaff(exportWork, { body: { id } }),
    onSuccess: ({ filename, csv }) => saveFile(filename, csv),
  })
  if (kind === 'tool_upload')
    return (
      <Button
        className="self-start"
        icon={<Download />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        Download the CSV with passwords
      </Button>
    )
  if (kind === 'tool_sign_in')
    return (
      <Link to={operatorPaths.workConnect} className={buttonClass('secondary', 'medium', 'self-start')}>
        Connect mailboxes
      </Link>
    )
  return null
}

/** One item: what is to be done, and what came out of it. */
export default function AnswerDialog({
  title,
  item,
  onClose,
}: { item: ConsoleWorkItem; onClose: () => void } & Titled) {
  const formId = useId()
  const [values, setValues] = useState<Record<string, string>>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [refused, setRefused] = useState<string>()
  const isDone = isAnsweredByDone(item.kind)
  const answering = useStaffAction({
    mutationFn: () => sendAnswers([{ id: item.id, answer: isDone ? { done: 'yes' } : values }]),
    onSuccess: ([result]) => {
      if (result?.problem) return setRefused(result.problem)
      toast.success('Noted. What waited for it is being looked at now.')
      onClose()
    },
  })
  const fields = isDone ? [] : answerFieldsOf(item.kind)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = fields.flatMap(({ key, read, label, isOptional }) => {
      const text = values[key]?.trim() ?? ''
      if (text === '') return isOptional ? [] : [[key, `${label} is missing.`]]
      const outcome = read(text)
      return outcome.ok ? [] : [[key, outcome.problem.message]]
    })
    setProblems(Object.fromEntries(wrong))
    if (wrong.length === 0) answering.mutateAsync().catch(() => {})
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      unsaved={Object.values(values).some((value) => value !== '')}
      title={title}
      description={subjectText(item)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={answering.isPending}>
            {isDone ? 'It is done' : 'Answer'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
        {refused && <Alert>{refused}</Alert>}
        <p className="wrap-anywhere">{item.instructions}</p>
        <WorkHelp item={item} />
        {fields.map(({ key, label, example, isOptional }) => {
          const Control = key === 'txt' ? Textarea : Input
          return (
            <Field
              key={key}
              label={label}
              error={problems[key]}
              hint={isOptional ? `${example}, where nothing is entered` : undefined}
            >
              <Control
                value={values[key] ?? ''}
                onChange={({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) =>
                  setValues({ ...values, [key]: target.value })
                }
                placeholder={example}
                maxLength={answerMaxLength}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            </Field>
          )
        })}
      </form>
    </Dialog>
  )
}
