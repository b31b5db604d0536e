interface AnswerField {
  key: string
  form: RegExp
  /** What stands behind `key=`. */
  example: string
}

const done: readonly AnswerField[] = [{ key: 'done', form: /^yes$/, example: 'yes' }]

/** Microsoft's targets name their selector, so the two cannot be mixed up; what follows differs between tenants. */
const dkimTarget = (selector: string): AnswerField => ({
  key: selector,
  form: new RegExp(`^${RegExp.escape(selector)}-[a-z0-9-]+\\._domainkey(\\.[a-z0-9-]+)+\\.?$`, 'i'),
  example: `${selector}-…`,
})

/** What each kind of work item is answered with. */
export const answerFields: Record<string, readonly AnswerField[]> = {
  dkim_key: [
    {
      key: 'txt',
      form: /^"?v=DKIM1;(?:[ \w]+=[^;]*;)* *p=[\w+/=]{100,}"?$/,
      example: '"v=DKIM1; k=rsa; p=…"',
    },
  ],
  dkim_start: done,
  dkim_cnames: [dkimTarget('selector1'), dkimTarget('selector2')],
  dkim_enable: done,
  tool_consent: done,
  tool_upload: done,
  tool_sign_in: done,
  probe_mailbox: done,
}
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

/** The answer as the operator's command line takes it: `--txt "v=DKIM1; …"`, `--done`. */
export const answerOptionsOf = (kind: string): string =>
  answerFieldsOf(kind)
    .map(({ key, example }) => (key === 'done' ? '--done' : `--${key} ${example}`))
    .join(' ')
