import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { countOf } from '#base/text/count-of.ts'
import { fillMessage } from '#base/text/message.ts'
import {
  type DomainLines,
  domainEntryMessages,
  ownLinesTextMax,
  parseDomainLines,
  tooManyLines,
} from '#features/names/rules/domain-entry.ts'
import { IsItYours } from '#features/names/web/is-it-yours.tsx'
import { apiMessages } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { createEntries } from '#ui/frame/kept-entries.ts'
import { useOneAtATime } from '#ui/one-at-a-time.ts'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.ts'
import { requiredOf, selectedDomains } from '../rules/order-draft.ts'
import { checkOwnDomains } from './add-own-domains.ts'
import type { PlatformDomainsProps } from './platform-domains.ts'
import { tabDraft } from './tab-draft.ts'
import { withDomains } from './with-domains.ts'

/** What became of a bulk entry: added beside refused, each refused line with its reason. */
function LinesResult({ result: { added, refused } }: { result: DomainLines }) {
  return (
    <div role="status" className="mt-2 grid gap-3 sm:grid-cols-2">
      <Column title={`${countOf(added.length, 'domain')} added`}>
        {added.map((domain) => (
          <li key={domain} className="flex gap-2 px-3 py-1.5">
            <Check className="mt-0.5 text-success" />
            <span translate="no" className="min-w-0 break-all">
              {domain}
            </span>
          </li>
        ))}
      </Column>
      <Column title={`${refused.length} refused`}>
        {refused.map(({ domain, cause, reason, message }) => (
          <li key={domain} className="flex gap-2 px-3 py-1.5">
            <X className="mt-0.5 text-danger" />
            <span className="min-w-0">
              <span translate="no" className="block break-all">
                {domain}
              </span>
              <span className="block text-danger text-secondary">{reason}</span>
              {cause === 'exists' && <IsItYours domain={domain} />}
              {message && message !== reason && (
                <span className="wrap-anywhere block text-label text-muted">{message}</span>
              )}
            </span>
          </li>
        ))}
      </Column>
    </div>
  )
}

function Column({ title, children }: { title: string; children: ReactNode[] }) {
  return (
    <section className="rounded-control border border-line">
      <h3 className="border-line border-b px-3 py-2 font-medium text-secondary">{title}</h3>
      {children.length > 0 ? (
        <ul className="max-h-72 overflow-y-auto py-1">{children}</ul>
      ) : (
        <p className="px-3 py-2 text-muted text-secondary">None</p>
      )}
    </section>
  )
}

/** Typed and not added yet. */
const useTypedDomains = createEntries('own-domain-lines', z.string())

/** Own names by the line; those that can't be used are named with their reasons and stay in the box. */
export function OwnDomainLines({ draft, platform, change }: PlatformDomainsProps) {
  const [text = '', setText] = useTypedDomains(`${platform}.${tabDraft()}`)
  const [error, setError] = useState<string>()
  const [result, setResult] = useState<DomainLines>()
  const [isChecking, setChecking] = useState(false)
  const required = requiredOf(draft)[platform]

  const oneAtATime = useOneAtATime()
  const submit = async () => {
    setResult(undefined)
    const lists = { platform, selected: selectedDomains(draft), required }
    const lines = parseDomainLines(text, lists)
    if (lines.duplicates > 0)
      toast.warning(fillMessage(domainEntryMessages.duplicatesRemoved, { n: lines.duplicates }))
    if (lines.problem) return setError(lines.problem.message)
    setError(undefined)
    setChecking(true)
    try {
      const checked = await checkOwnDomains((answers) => parseDomainLines(text, lists, answers))
      if (checked.problem) return setError(checked.problem.message)
      setResult(checked)
      setText(() => checked.refused.map(({ domain }) => domain).join('\n') || undefined)
      const existing = checked.refused.filter(({ cause }) => cause === 'exists')
      if (existing.length > 1)
        toast.error(fillMessage(domainEntryMessages.manyAlreadyExist, { n: existing.length }))
      change((present) =>
        withDomains(present, platform, (list) =>
          [...new Set([...list, ...checked.added])].slice(0, required),
        ),
      )
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : apiMessages.unknown)
    } finally {
      setChecking(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void oneAtATime(submit)
      }}
      className="flex flex-col gap-2"
    >
      <Field label="Your domains, one per line" error={error ?? tooManyLines(text)}>
        <Textarea
          value={text}
          rows={6}
          // What is cut off here is too much already, and is refused in words.
          maxLength={ownLinesTextMax + 1}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder={'example.com\nexample.org'}
          onChange={(event) => {
            setText(() => event.target.value.toLowerCase())
            setError(undefined)
          }}
        />
      </Field>
      <Button type="submit" loading={isChecking} className="self-start">
        Add Domains
      </Button>
      {result && <LinesResult result={result} />}
    </form>
  )
}
