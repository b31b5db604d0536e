import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ResponseOf } from '#base/api/endpoint.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { importPath } from '#ui/console/operator-paths.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { FactList } from '#ui/fact-list.tsx'
import { saveFile } from '#ui/save-file.ts'
import { storeImport } from '../api/console-fleet-import.ts'
import { importColumns, importFileMaxLength } from '../rules/import-row.ts'
import { lookAtImportsAgain } from './import-queries.ts'

const columns = keysOf(importColumns)
const example = [
  columns.join(','),
  'ada@example.com,Acme,acme-mail.com,google,A-1001,2026-03-31,sub_123,Ada Byron (ada a.byron),https://acme.com,other',
].join('\r\n')

type Refused = ResponseOf<typeof storeImport> & { file: File }

/** Takes the file of a fleet, and lists all that is wrong with one that is refused. */
export function UploadCard() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [refused, setRefused] = useState<Refused>()
  const [tooLarge, setTooLarge] = useState(false)
  const uploading = useStaffAction({
    mutationFn: async ({ file, validOnly }: { file: File; validOnly: boolean }) =>
      callStaff(storeImport, {
        body: { fileName: file.name.slice(0, 200), text: await file.text(), validOnly },
      }),
    onSuccess: async (answer, { file }) => {
      if (answer.importId === null) return setRefused({ ...answer, file })
      await lookAtImportsAgain()
      await navigate(importPath(answer.importId))
    },
  })
  const take = (file: File | undefined) => {
    setRefused(undefined)
    setTooLarge(file !== undefined && file.size > importFileMaxLength)
    if (file && file.size <= importFileMaxLength) uploading.mutate({ file, validOnly: false })
  }
  return (
    <Card>
      <CardHeader
        title="Bring a file"
        description="A CSV file with one line per domain. If lines have errors, you choose what to import."
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
          It may have {numberText(importFileMaxLength)} characters. Please split it.
        </Alert>
      )}
      {refused && (
        <Problems
          refused={refused}
          isImporting={uploading.isPending}
          onImport={() => uploading.mutate({ file: refused.file, validOnly: true })}
        />
      )}
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

function Problems({
  refused: { problems, problemCount, valid, heldBack, file },
  isImporting,
  onImport,
}: {
  refused: Refused
  isImporting: boolean
  onImport: () => void
}) {
  return (
    <Alert className="mt-3" title={`Nothing imported yet: ${countOf(problemCount, 'error')} found`}>
      <ul className="mt-1 max-h-80 overflow-y-auto">
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`} className="wrap-anywhere">
            Line {line}: {message}
          </li>
        ))}
      </ul>
      {problemCount > problems.length && <p>And {numberText(problemCount - problems.length)} more.</p>}
      {heldBack.lines > 0 && (
        <div className="mt-3 flex flex-wrap gap-2">
          {valid > 0 && (
            <Button size="small" loading={isImporting} onClick={onImport}>
              Import {countOf(valid, 'valid line')}
            </Button>
          )}
          <Button size="small" onClick={() => saveFile(`errors-${file.name}`, heldBack.csv)}>
            Download {numberText(heldBack.lines)} with errors
          </Button>
        </div>
      )}
      {heldBack.lines > 0 && (
        <p className="mt-2">
          Orders are imported whole: lines that share an order or a subscription with an error are among those
          to download.
        </p>
      )}
    </Alert>
  )
}
