import { accept, type Outcome, refuse } from '#base/text/outcome.ts'
import { readDkimKey } from './dkim-key.ts'
import type { KindWithValues } from './work-item-kinds.ts'

interface AnswerField {
  key: string
  /** The answer as it is kept, or why it is none. */
  read: (text: string) => Outcome<string>
  /** What it is, for a form. */
  label: string
  /** What stands behind `key=`. */
  example: string
  isOptional?: true
}

/** Characters that one field of an answer may have. */
export const answerMaxLength = 4_000

const accepting =
  (isRight: (text: string) => boolean, wrong: string) =>
  (text: string): Outcome<string> =>
    isRight(text) ? accept(text) : refuse('form', wrong)

const done: readonly AnswerField[] = [
  {
    key: 'done',
    read: accepting((text) => text === 'yes', 'Only "yes" says that it is done.'),
    label: 'Done',
    example: 'yes',
  },
]

const targetForm = /^[a-z0-9-]+\._domainkey(?:\.[a-z0-9-]+)+\.?$/i

/** Microsoft's targets name their selector, so the two cannot be mixed up; what follows differs between tenants. */
const dkimTarget = (selector: 'selector1' | 'selector2'): AnswerField => ({
  key: selector,
  read: accepting(
    (text) => text.toLowerCase().startsWith(`${selector}-`) && targetForm.test(text),
    `It has to begin with ${selector}- and to name a host below _domainkey.`,
  ),
  label: `What the CNAME of ${selector} points to`,
  example: `${selector}-…`,
})

/** The prefix that Google's console proposes. */
export const usualDkimSelector = 'google'

const dkimSelector: AnswerField = {
  key: 'selector',
  read: accepting((text) => /^[a-z0-9-]{1,63}$/i.test(text), 'A prefix has letters, digits and hyphens.'),
  label: 'Prefix',
  example: usualDkimSelector,
  isOptional: true,
}

/** What a work item is answered with whose answer has values. */
const answerFields: Record<string, readonly AnswerField[]> = {
  dkim_key: [
    { key: 'txt', read: readDkimKey, label: 'TXT value', example: '"v=DKIM1; k=rsa; p=…"' },
    dkimSelector,
  ],
  dkim_cnames: [dkimTarget('selector1'), dkimTarget('selector2')],
} satisfies Record<KindWithValues, readonly AnswerField[]>

/**
 * Kinds whose answer may be given again, after the item was closed too: what was copied by hand may be wrong, and no host
 * tells us so.
 */
export const correctableKinds: ReadonlySet<string> = new Set(['dkim_key', 'dkim_cnames'])
/** Everything that is asked of people about a name's DKIM. */
const dkimKinds = ['dkim_key', 'dkim_cnames', 'dkim_start', 'dkim_enable'] as const
/** Everything that is asked of people about a name's mail. */
export const mailKinds = [...dkimKinds, 'probe_mailbox'] as const

export const answerFieldsOf = (kind: string): readonly AnswerField[] => answerFields[kind] ?? done

/** An answer as it is kept, without what was left out; or what is wrong with it. */
export function readAnswer(
  kind: string,
  given: Readonly<Record<string, string>>,
): Outcome<Record<string, string>> {
  const answer: Record<string, string> = {}
  for (const { key, read, isOptional } of answerFieldsOf(kind)) {
    const text = given[key]?.trim() ?? ''
    if (text === '' && isOptional) continue
    const outcome = read(text)
    if (!outcome.ok) return text === '' ? refuse('missing', '') : outcome
    answer[key] = outcome.value
  }
  return accept(answer)
}

/** The answer as the operator's command line takes it: `--txt "v=DKIM1; …"`, `--done`. */
export const answerOptionsOf = (kind: string): string =>
  answerFieldsOf(kind)
    .filter(({ isOptional }) => !isOptional)
    .map(({ key, example }) => (key === 'done' ? '--done' : `--${key} ${example}`))
    .join(' ')

interface CommandedItem {
  id: string
  kind: string
  subject: string
}

/** What the command line has in place of the buttons that the console shows beside an item's instructions. */
const commands: Record<string, (item: CommandedItem) => string> = {
  tool_sign_in: ({ subject }) => `connect --connection ${subject.split(' ', 1)[0]}`,
  tool_upload: ({ id }) => `work-items csv --id ${id}`,
  probe_mailbox: () => 'probe add',
}

/** The command that helps with an item, for kinds that have one. */
export const commandOf = (item: CommandedItem): string | undefined => {
  const command = commands[item.kind]?.(item)
  return command && `npm run operator -- ${command}`
}
