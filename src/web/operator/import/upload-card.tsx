import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { storeImport } from '#shared/api/console/fleet-import.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { importColumns, importFileMaxLength } from '#shared/fleet-import/import-row.ts'
import { keysOf } from '#shared/records/keys-of.ts'
import { countOf } from '#shared/text/count-of.ts'
import { numberText } from '#shared/text/number-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { callStaff } from '../call-staff.ts'
import { importPath } from '../operator-paths.ts'
import { useStaffAction } from '../use-staff-action.ts'
import { lookAtImportsAgain } from './import-queries.ts'

const columns = keysOf(importColumns)
const example = [
  columns.join(','),
  'ada@example.com,Acme,acme-mail.com,google,A-1001,2026-03-31,sub_123,Ada Byron (ada a.byron),https://acme.com,other',
].join('\r\n')

type Refused = Pick<ResponseOf<typeof storeImport>, 'problems' | 'problemCount'>

/** Takes the file of a fleet, and lists all that is wrong with one that is refused. */
export function UploadCard() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [refused, setRefused] = useState<Refused>()
  const [tooLarge, setTooLarge] = useState(false)
  const uploading = useStaffAction({
    mutationFn: async (file: File) =>
      callStaff(storeImport, { body: { fileName: file.name.slice(0, 200), text: await file.text() } }),
    onSuccess: async (answer) => {
      if (answer.importId === null) return setRefused(answer)
      await lookAtImportsAgain()
      await navigate(importPath(answer.importId))
    },
  })
  const take = (file: File | undefined) => {
    setRefused(undefined)
    setTooLarge(file !== undefined && file.size > importFileMaxLength)
    if (file && file.size <= importFileMaxLength) uploading.mutate(file)
  }
  return (
    <Card>
      <CardHeader
        title="Bring a file"
        description="A CSV file with a line for each domain. Of a file with one wrong line nothing is taken."
        actions={
          <>
            <Button size="small" onClick={() => saveFile('fleet-example.csv', `${example}\r\n`)}>
              Download an example
            </Button>
            <Button
              size="small"
              variant="primary"
              icon={<Upload />}
              loading={uploading.isPending}
              onClick={() => input.current?.click()}
            >
              Choose a file
            </Button>
          </>
        }
      />
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          take(target.files?.[0])
          target.value = ''
        }}
      />
      {tooLarge && (
        <Alert className="mt-3" title="The file is too large">
          It may have {numberText(importFileMaxLength)} characters. Please part it.
        </Alert>
      )}
      {refused && <Problems refused={refused} />}
      <details className="mt-3">
        <summary className="cursor-pointer text-secondary">Columns of the file</summary>
        <FactList
          className="mt-2"
          facts={columns.map((column) => [
            column,
            `${importColumns[column].about}${importColumns[column].required ? '' : ' (may be left out)'}`,
          ])}
        />
      </details>
    </Card>
  )
}

const Problems = ({ refused: { problems, problemCount } }: { refused: Refused }) => (
  <Alert
    className="mt-3"
    title={`Nothing was taken: ${countOf(problemCount, 'thing is', 'things are')} wrong`}
  >
    <ul className="mt-1 max-h-80 overflow-y-auto">
      {problems.map(({ line, message }) => (
        <li key={`${line} ${message}`} className="wrap-anywhere">
          Line {line}: {message}
        </li>
      ))}
    </ul>
    {problemCount > problems.length && <p>And {numberText(problemCount - problems.length)} more.</p>}
  </Alert>
)
