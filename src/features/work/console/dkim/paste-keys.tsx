import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.ts'
import { findDkim } from '../../api/console-work.ts'
import { dkimTableMaxLength, dkimTableMessages, readDkimTable } from '../../rules/dkim-table.ts'
import { sendAnswers } from '../work-queries.ts'

interface PasteProblem {
  line: number
  reason: string
}

/**
 * Answers what a table has keys for. Where a line is wrong, or names a domain that no key is asked for, nothing is sent.
 * @throws what a call throws
 */
async function answerByTable(text: string): Promise<{ taken: number; problems: PasteProblem[] }> {
  const { lines, problems } = readDkimTable(text)
  if (lines.length === 0) return { taken: 0, problems }
  const { found } = await callStaff(findDkim, { body: { domains: lines.map(({ domain }) => domain) } })
  const idOf = new Map(found.map(({ domain, id }) => [domain, id]))
  const matched = lines.flatMap((line) => {
    const id = idOf.get(line.domain)
    return id ? [{ ...line, id }] : []
  })
  const unknown = lines
    .filter(({ domain }) => !idOf.has(domain))
    .map(({ line, domain }) => ({ line, reason: `No key is asked for ${domain}.` }))
  const wrong = [...problems, ...unknown].sort((a, b) => a.line - b.line)
  if (wrong.length > 0) return { taken: 0, problems: wrong }
  const results = await sendAnswers(
    matched.map(({ id, txt, selector }) => ({ id, answer: { txt, selector } })),
  )
  const problemOf = new Map(results.map(({ id, problem }) => [id, problem]))
  const refused = matched.flatMap(({ line, id, domain }) => {
    const problem = problemOf.get(id)
    return problem ? [{ line, reason: `${domain}: ${problem}` }] : []
  })
  return { taken: results.length - refused.length, problems: refused }
}

/** So many are read; a table that is wrong throughout is wrong for one reason. */
const shown = 50

interface PasteProblemsProps {
  problems: readonly PasteProblem[]
  /** How many keys were taken all the same: the others were answered by somebody else meanwhile. */
  taken: number
}

/** The wrong lines of a table, each with its number. */
function PasteProblems({ problems, taken }: PasteProblemsProps) {
  if (problems.length === 0) return null
  const more = problems.length - shown
  return (
    <Alert
      className="mt-2 mb-3"
      title={`${countOf(problems.length, 'line')} refused${taken === 0 ? '; nothing was taken.' : '.'}`}
    >
      <ul className="mt-1 max-h-48 overflow-y-auto" tabIndex={-1}>
        {problems.slice(0, shown).map(({ line, reason }) => (
          <li key={line} className="wrap-anywhere">
            Line {line}: {reason}
          </li>
        ))}
        {more > 0 && <li>And {countOf(more, 'line')} more.</li>}
      </ul>
    </Alert>
  )
}

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
