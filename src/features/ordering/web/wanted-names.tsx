import { type FormEvent, useState } from 'react'
import { domainEntryMessages } from '#features/names/rules/domain-entry.ts'
import { addFreeLabel, wantedNamesMessages, wantedTextMaxLength } from '#features/names/rules/wanted-names.ts'
import { wantedNamesMax } from '#features/plans/rules/catalog.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type CartProps, FoundNames } from './found-names.tsx'
import { useWantedNames } from './use-wanted-names.ts'

interface WantedNamesProps extends CartProps {
  /** The endings that are sold. */
  tlds: readonly string[]
  /** How many more names there is room for. */
  room: number
}

/** Several names at once: which of them are available and what each costs; one press adds what is free. */
export default function WantedNames({ tlds, room, ...cart }: WantedNamesProps) {
  const { platform, selected, takings, onAdd } = cart
  const [text, setText] = useState('')
  const { look, forgetProblem, ...wanted } = useWantedNames({ platform, selected, tlds })
  const free = wanted.results
    .filter(({ domain, state }) => state === 'available' && !selected[platform].includes(domain))
    .map(({ domain }) => domain)
    .filter((domain) => takings.get(domain)?.state !== 'refused')
  const added = free.slice(0, room)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!wanted.isLooking) look(text)
  }
  return (
    <div className="flex flex-col gap-3" aria-busy={wanted.isLooking || wanted.isStillChecking}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-2">
        <Field
          label="Wanted names, one per line"
          hint={`Up to ${wantedNamesMax}. Endings: ${tlds.map((tld) => `.${tld}`).join(', ')}`}
          error={wanted.problem}
        >
          <Textarea
            value={text}
            rows={6}
            // Longer than allowed, so that what was pasted is refused in words and not cut.
            maxLength={2 * wantedTextMaxLength}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder={'acmeoutreach.com\nacmeteam.net'}
            onChange={(event) => {
              setText(event.target.value.toLowerCase())
              forgetProblem()
            }}
          />
        </Field>
        <Button type="submit" loading={wanted.isLooking} className="self-start">
          Check Names
        </Button>
      </form>
      <FoundNames
        label="Wanted names"
        names={wanted.results}
        isStillChecking={wanted.isStillChecking}
        {...cart}
      />
      <RefusedNames refused={wanted.refused} />
      {wanted.results.length > 0 && (
        <Button
          className="self-start"
          unavailable={whyNothingToAdd(free.length, room)}
          onClick={() => {
            for (const name of added) onAdd(name)
          }}
        >
          {addFreeLabel(added.length || free.length)}
        </Button>
      )}
    </div>
  )
}

const whyNothingToAdd = (free: number, room: number): string | false =>
  (free === 0 && wantedNamesMessages.noneFree) || (room <= 0 && domainEntryMessages.limitReached)

/** Lines that name nothing which can be bought here, or what is chosen already. */
const RefusedNames = ({ refused }: { refused: readonly { domain: string; reason: string }[] }) =>
  refused.length > 0 && (
    <section role="status" className="rounded-control border border-line px-3 py-2">
      <h3 className="font-medium text-secondary">{refused.length} not checked</h3>
      <ul className="mt-1 flex flex-col gap-1 text-secondary">
        {refused.map(({ domain, reason }) => (
          <li key={domain}>
            <span translate="no" className="break-all">
              {domain}
            </span>
            : <span className="text-danger">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  )
