import { useState } from 'react'
import * as z from 'zod/mini'
import { countOf } from '#base/text/count-of.ts'
import { keepRecords } from '#features/names/api/find-domains.ts'
import { keptTextMax, linesToKeep, readKeptRecords } from '#features/names/rules/kept-records.ts'
import type { StandingName } from '#features/names/rules/standing-records.ts'
import { ApiError, call } from '../api.ts'
import { Button } from '../button.tsx'
import { Field } from '../field.tsx'
import { Textarea } from '../textarea.tsx'
import { toast } from '../toast.ts'
import { useAction } from '../use-action.ts'
import { createEntries } from './kept-entries.ts'
import { noteKept, type Standing } from './use-standing.ts'

/** Typed and not saved yet. */
const useTypedRecords = createEntries('records-to-keep', z.string())

/** What is kept since another page of the same customer changed it. */
const keptNow = z.object({ records: z.array(z.string()) })

/** The same of several domains, a fold each. */
export const KeepRecordsOf = ({ names, standing: { known } }: KeepRecordsOfProps) => (
  <ul className="divide-y divide-line border-line border-t">
    {names.map((name) => {
      const of = known.get(name)
      return (
        <li key={name}>
          <details open={names.length === 1}>
            <summary
              translate="no"
              className="min-h-11 cursor-pointer content-center px-3 py-2 wrap-anywhere"
            >
              {name}
            </summary>
            {of ? (
              <KeepRecords of={of} />
            ) : (
              <p className="px-3 pb-3 text-muted">
                We couldn’t load its records. Reload the page to try again.
              </p>
            )}
          </details>
        </li>
      )
    })}
  </ul>
)

interface KeepRecordsOfProps {
  names: readonly string[]
  standing: Standing
}

/** Which DNS records of an own domain go on working once it points here, one a line. */
export function KeepRecords({ of }: { of: StandingName }) {
  const { domain } = of
  const [typed, setTyped] = useTypedRecords(domain)
  const [error, setError] = useState<string>()
  const saved = of.kept.join('\n')
  const text = typed ?? saved
  const lines = text.split('\n').map((line) => line.trim())
  const missing = linesToKeep(of).filter((line) => !lines.includes(line))
  const saving = useAction({
    mutationFn: (records: string) => call(keepRecords, { body: { domain, records, before: saved } }),
    onSuccess: async ({ records }, sent) => {
      await noteKept(domain, records)
      setTyped((present) => (present === sent ? undefined : present))
      toast.success(
        records.length > 0
          ? `We’ll keep ${countOf(records.length, 'record')} of ${domain}`
          : `No records of ${domain} are kept now`,
      )
    },
    onError: async (failure) => {
      const now = failure instanceof ApiError ? keptNow.safeParse(failure.details) : undefined
      if (!now?.success) return
      const { records } = now.data
      setError(`Changed elsewhere. Kept now: ${records.join('; ') || 'none'}. Save again to replace that.`)
      await noteKept(domain, records)
    },
    meta: { quiet: (failure) => failure instanceof ApiError && failure.code === 'changed_meanwhile' },
  })
  const change = (next: string) => {
    setError(undefined)
    setTyped(() => next)
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-2 px-3 pb-3"
      onSubmit={(event) => {
        event.preventDefault()
        const read = readKeptRecords(domain, text)
        setError(read.ok ? undefined : read.problem.message)
        if (read.ok) saving.mutate(text)
      }}
    >
      <Field
        label={
          <span className="wrap-anywhere">
            DNS records of <span translate="no">{domain}</span> to keep, one per line
          </span>
        }
        error={error}
        hint="We’ll add them to our DNS. Records that your inboxes or forwarding use can’t be kept."
      >
        <Textarea
          value={text}
          rows={2}
          className="min-h-16 font-mono"
          translate="no"
          maxLength={keptTextMax}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="shop CNAME shops.example.net"
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" loading={saving.isPending}>
          Save records
        </Button>
        {missing.length > 0 && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => change([...lines.filter(Boolean), ...missing].join('\n'))}
          >
            Add {countOf(missing.length, 'record')} from above
          </Button>
        )}
      </div>
    </form>
  )
}
