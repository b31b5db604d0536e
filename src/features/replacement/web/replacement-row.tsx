import { type FormEvent, useState } from 'react'
import { type DomainType, platformOf } from '#features/names/rules/domain-type.ts'
import { IsItYours } from '#features/names/web/is-it-yours.tsx'
import { domainMaxLength, type PlanId } from '#features/plans/rules/catalog.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'
import { PlatformGlyph } from '#ui/platform-glyph.tsx'
import type { Replacement } from '../rules/replace-request.ts'
import type { RowProblem } from './use-replace-request.ts'

/** A domain that another one may take the place of. */
export interface ReplaceableDomain {
  domain: string
  domainType: DomainType
  groupId?: string | undefined
  /** Of its order. */
  plan?: PlanId | undefined
  replacementOrdered?: boolean | undefined
  /** A spare took its place: its time for replies runs already, and it does not go on beside another one. */
  isSpent?: boolean | undefined
  /** Its registration was paid for and failed: another one that costs no more is free. */
  isPaidFor?: boolean
}

interface ReplacementRowProps {
  original: ReplaceableDomain
  replacement: Replacement | undefined
  problem: RowProblem | undefined
  placeholder: string
  /** Why nothing can be entered yet. */
  unavailable: string | false
  /** What is being entered for it; undefined while nothing is. */
  typed: string | undefined
  onType: (typed: string | undefined) => void
  /** Returns what is wrong with a name; a good one is taken. */
  onReplace: (name: string) => string | undefined
  onRemove: () => void
  /** The entered name, which stood in another order, is free for this customer. */
  onYours: () => void
}

/** A domain and what takes its place. */
export function ReplacementRow({
  original,
  replacement,
  problem,
  placeholder,
  unavailable,
  typed,
  onType,
  onReplace,
  onRemove,
  onYours,
}: ReplacementRowProps) {
  const { domain } = original
  return (
    <tr className="align-top">
      <th scope="row" className="block px-3 pt-3 text-left font-normal sm:table-cell sm:w-2/5 sm:py-2.5">
        <span className="flex min-h-control-small items-center gap-2.5">
          <PlatformGlyph platform={platformOf[original.domainType]} className="size-3.5 shrink-0" />
          <span translate="no" className="min-w-0 break-all">
            {domain}
          </span>
          {original.replacementOrdered && <Badge>Replaced</Badge>}
        </span>
      </th>
      <td className="block px-3 pt-1 pb-2.5 sm:table-cell sm:py-2.5">
        {original.replacementOrdered ? (
          <span className="flex min-h-control-small items-center text-muted text-secondary">
            A replacement has been ordered.
          </span>
        ) : typed !== undefined ? (
          <NameForm
            domain={domain}
            text={typed}
            onText={onType}
            placeholder={placeholder}
            onSave={(name) => {
              const refusal = onReplace(name)
              if (!refusal) onType(undefined)
              return refusal
            }}
            onCancel={() => onType(undefined)}
          />
        ) : replacement ? (
          <>
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span translate="no" className="min-w-0 grow break-all font-medium">
                {replacement.newDomain}
              </span>
              <Button
                size="small"
                aria-label={`Edit the replacement of ${domain}`}
                onClick={() => onType(replacement.newDomain)}
              >
                Edit
              </Button>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Remove the replacement of ${domain}`}
                onClick={onRemove}
              >
                Remove
              </Button>
            </div>
            {problem && <Problem problem={problem} onReplace={onReplace} onYours={onYours} />}
          </>
        ) : (
          <Button
            size="small"
            aria-label={`Replace ${domain}`}
            unavailable={unavailable}
            onClick={() => onType('')}
          >
            Replace
          </Button>
        )}
      </td>
    </tr>
  )
}

interface ProblemProps {
  problem: RowProblem
  onReplace: (name: string) => void
  onYours: () => void
}

function Problem({ problem, onReplace, onYours }: ProblemProps) {
  return (
    <div role="alert" className="mt-1.5 text-danger text-secondary">
      <p>
        {problem.message} {problem.claimable && <IsItYours domain={problem.claimable} onYours={onYours} />}
      </p>
      {problem.suggestions.length > 0 && (
        <p className="mt-1.5 flex flex-wrap items-center gap-1.5">
          <span className="text-muted">Available instead:</span>
          {problem.suggestions.slice(0, 5).map((name) => (
            <button
              key={name}
              type="button"
              onClick={() => onReplace(name)}
              className="min-h-6 rounded-mark border border-edge px-1.5 text-text hover:bg-hover pointer-coarse:min-h-11"
            >
              {name}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}

interface NameFormProps {
  domain: string
  text: string
  onText: (text: string) => void
  placeholder: string
  onSave: (name: string) => string | undefined
  onCancel: () => void
}

function NameForm({ domain, text, onText, placeholder, onSave, onCancel }: NameFormProps) {
  const [refusal, setRefusal] = useState<string>()
  const errorId = `replacement-${domain}`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefusal(onSave(text))
  }
  return (
    <form noValidate onSubmit={submit} aria-label={`Replacement of ${domain}`}>
      <div className="flex flex-wrap gap-2">
        <Input
          aria-label={`New domain for ${domain}`}
          autoFocus
          value={text}
          maxLength={2 * domainMaxLength}
          placeholder={placeholder}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={Boolean(refusal) || undefined}
          aria-describedby={refusal ? errorId : undefined}
          onChange={(event) => {
            onText(event.target.value.toLowerCase())
            setRefusal(undefined)
          }}
          className="min-w-40 flex-1 max-sm:basis-full"
        />
        {refusal && (
          <p id={errorId} role="alert" className="basis-full text-danger text-label sm:order-last">
            {refusal}
          </p>
        )}
        <Button type="submit">Save</Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
