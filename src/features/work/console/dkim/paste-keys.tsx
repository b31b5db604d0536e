import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { Button } from '#ui/button.tsx'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.ts'
import { dkimTableMaxLength, dkimTableMessages } from '../../rules/dkim-table.ts'
import { answerByTable, type PasteProblem } from './answer-by-table.ts'
import { PasteProblems } from './paste-problems.tsx'

/** A whole table of keys. Either all of its lines are taken, or none and each wrong one is named. */
export function PasteKeys() {
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<readonly PasteProblem[]>([])
  const [taken, setTaken] = useState(0)
  const fileInput = useRef<HTMLInputElement>(null)
  const answering = useStaffAction({
    mutationFn: () => answerByTable(text),
    onSuccess: ({ taken: count, problems: wrong }) => {
      setProblems(wrong)
      setTaken(count)
      if (count === 0) return
      toast.success(`${countOf(count, 'key')} noted. They are published now.`)
      if (wrong.length === 0) setText('')
    },
  })
  const change = (next: string) => {
    setText(next)
    setProblems([])
  }
  const readFile = async (file: File | undefined) => {
    if (!file) return
    // A letter has up to four bytes.
    if (file.size > dkimTableMaxLength * 4)
      return setProblems([{ line: 1, reason: dkimTableMessages.tooLong }])
    change(await file.text())
  }
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void readFile(event.dataTransfer.files[0])
  }
  const isEmpty = text.trim() === ''
  return (
    <>
      <Field label="Table" className="mt-4" hint="A file can be dropped here as well.">
        <Textarea
          value={text}
          onChange={({ target }) => change(target.value)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={onDrop}
          rows={6}
          className="font-mono text-secondary"
          placeholder={'acme.com\tgoogle\tv=DKIM1; k=rsa; p=MIIBIjANBg…'}
          wrap="off"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <PasteProblems problems={problems} taken={taken} />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          variant="primary"
          loading={answering.isPending}
          unavailable={isEmpty && 'Paste a table first.'}
          onClick={() => answering.mutate()}
        >
          Answer all
        </Button>
        <Button icon={<FileUp />} onClick={() => fileInput.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={fileInput}
          type="file"
          hidden
          aria-label="File with keys"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={({ target }) => {
            void readFile(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
    </>
  )
}
