import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { AccountLimits } from '../rules/account-rooms.ts'

export type LimitTexts = Record<keyof AccountLimits, string>

const fields: Record<keyof AccountLimits, { label: string; hint?: string }> = {
  domains: { label: 'Domains' },
  mailboxes: { label: 'Mailboxes' },
  dailyRecipients: { label: 'Mails a day', hint: 'Warm-up included.' },
}

/** What was entered, as numbers; undefined while one of them is none. */
export function limitsOf(texts: LimitTexts): AccountLimits | undefined {
  const { domains, mailboxes, dailyRecipients } = texts
  const isNumber = (text: string) => /^\d{1,9}$/.test(text.trim()) && Number(text) > 0
  if (![domains, mailboxes, dailyRecipients].every(isNumber)) return undefined
  return {
    domains: Number(domains),
    mailboxes: Number(mailboxes),
    dailyRecipients: Number(dailyRecipients),
  }
}

/** How much fits in. */
export const LimitFields = ({
  texts,
  onChange,
}: {
  texts: LimitTexts
  onChange: (texts: LimitTexts) => void
}) => (
  <div className="grid gap-x-3 sm:grid-cols-3">
    {(['domains', 'mailboxes', 'dailyRecipients'] as const).map((name) => (
      <Field key={name} {...fields[name]}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          value={texts[name]}
          onChange={({ target }) => onChange({ ...texts, [name]: target.value })}
        />
      </Field>
    ))}
  </div>
)
